import { beforeAll, expect, test } from 'vitest'
import { codeOf } from '#tests/support/api/call.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import { draftOrder, type Invoice, invoiceFor } from '#tests/support/orders/order-life.ts'
import { client, type Person } from '#tests/support/people/people.ts'

/**
 * The bank refuses a card. The payer sees the refusal on the provider's page, no money moves, and the link can be paid
 * again.
 */

const minute = 60_000
let setup: ProviderSetup
beforeAll(async () => {
  setup = await setUpProvider()
})

const checkPayment = (person: Person, body: { project_id?: number } = {}) =>
  person.call('POST /pay/check', { body })
const declineCard = ({ payment_url }: Invoice) =>
  setup.robokassa.post('/_control/pay', { payment_url, outcome: 'decline' })
async function createInvoiced() {
  const { anna, order } = await draftOrder(setup.api)
  return { anna, order, invoice: await invoiceFor(anna, order.id) }
}

test('a refusal is told once the provider says so; another attempt is another one, and money ends it', async () => {
  const { anna, order, invoice } = await createInvoiced()
  const listingColumns = {
    payment_type: 'project',
    listing_id: order.id,
    listing_kind: 'order',
    response_id: null,
    // The payment page can be reopened until the invoice is paid.
    payment_url: invoice.payment_url,
  }
  expect(await checkPayment(anna, { project_id: order.id })).toEqual({
    ...listingColumns,
    outcome: 'open',
    refused_at: null,
  })
  await declineCard(invoice)
  await setup.verify(invoice.invoice_id)
  const refusal = await checkPayment(anna)
  expect(refusal).toEqual({ ...listingColumns, outcome: 'refused', refused_at: expect.any(String) })
  // A repeated inquiry about the same payment attempt changes nothing, and the listing still awaits payment.
  await setup.letPass(minute)
  await setup.verify(invoice.invoice_id)
  expect(await checkPayment(anna)).toEqual(refusal)
  expect(await invoiceFor(anna, order.id)).toMatchObject({ invoice_id: invoice.invoice_id, state: 'created' })

  await declineCard(invoice)
  await setup.verify(invoice.invoice_id)
  const secondCheck = await checkPayment(anna)
  expect(secondCheck.outcome).toBe('refused')
  expect(Date.parse(secondCheck.refused_at ?? '')).toBeGreaterThan(Date.parse(refusal.refused_at ?? ''))

  await setup.pay(invoice)
  await setup.verify(invoice.invoice_id)
  expect(await checkPayment(anna)).toMatchObject({ outcome: 'paid', payment_url: null })
})

test('a provider that says no moment of the refusal tells one refusal, however often it is asked', async () => {
  const { anna, invoice } = await createInvoiced()
  await setup.faults({ kind: 'state_undated', inv_id: invoice.invoice_id })
  await declineCard(invoice)
  await setup.verify(invoice.invoice_id)
  const refusal = await checkPayment(anna)
  expect(refusal.outcome).toBe('refused')
  await setup.letPass(minute)
  await setup.verify(invoice.invoice_id)
  expect(await checkPayment(anna)).toEqual(refusal)
})

test('while the payer looks the provider is asked soon, and the planned inquiries stay', async () => {
  const { anna, invoice } = await createInvoiced()
  const plan = () =>
    setup.api.ctx.db
      .selectFrom('payments')
      .select(['next_check_at', 'checks'])
      .where('id', '=', invoice.invoice_id)
      .executeTakeFirstOrThrow()
  const isDue = async () => Date.parse((await plan()).next_check_at ?? '') <= setup.api.ctx.now().getTime()
  await checkPayment(anna)
  expect(await isDue()).toBe(false)
  await setup.letPass(6_000)
  await checkPayment(anna)
  expect(await isDue()).toBe(true)
  for (let round = 0; round < 3; round++) await checkPayment(anna)
  expect((await plan()).checks).toBe(0)
})

test('nobody asks about the payments of others, or about one that never was', async () => {
  const { order } = await createInvoiced()
  const boris = await client(setup.api)
  expect(await codeOf(checkPayment(boris, { project_id: order.id }))).toBe('not_found')
  expect(await codeOf(checkPayment(boris))).toBe('not_found')
})

test('the refusal of an operation that carries something else is none of ours', async () => {
  const { anna, order, invoice } = await createInvoiced()
  await setup.faults({ kind: 'state_wrong_shp', inv_id: invoice.invoice_id })
  await declineCard(invoice)
  await setup.verify(invoice.invoice_id)
  expect(await checkPayment(anna, { project_id: order.id })).toMatchObject({
    outcome: 'open',
    refused_at: null,
  })
})
