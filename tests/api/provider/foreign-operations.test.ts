import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyAnswer } from '#services/payments/verification/actions.ts'
import { askProvider } from '#services/payments/verification/inquiries.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { createCaller } from '#tests/support/api/call.ts'
import { casesOf } from '#tests/support/money/money-tables.ts'
import { type ProviderSetup, setUpProvider } from '#tests/support/money/provider.ts'
import {
  draftOrder,
  type Invoice,
  invoiceFor,
  resultOf,
  shopFields,
} from '#tests/support/orders/order-life.ts'

const minute = 60_000
let setup: ProviderSetup
let api: Api
beforeAll(async () => {
  setup = await setUpProvider()
  api = setup.api
})
beforeEach(() => setup.robokassa.post('/_reset').then(() => setup.faults()))

const stateOf = async ({ ctx }: Api, id: number) =>
  (await ctx.db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const sendResultCall = (body: Record<string, string>) =>
  createCaller(api.server)('POST /pay/robokassa/result', { body })
const foreignCases = [{ kind: 'foreign_operation', state: 'open' }]

/** Parameters of a result call with changed `Shp_` fields, signed as the provider would sign them. */
function signedFields(invoice: Invoice, changes: Record<string, string>) {
  const { OutSum, InvId } = resultOf(api, invoice)
  const shopParams = { ...shopFields(new URL(invoice.payment_url).searchParams), ...changes }
  const ownParams = Object.entries(shopParams).map(([name, value]) => `${name}=${value}`)
  const text = [OutSum, InvId, api.ctx.config.ROBOKASSA_PASSWORD_2, ...ownParams].join(':')
  return { OutSum, InvId, SignatureValue: createHash('sha256').update(text).digest('hex'), ...shopParams }
}

async function createInvoiced() {
  const { anna, order } = await draftOrder(api)
  return { anna, order, invoice: await invoiceFor(anna, order.id) }
}

describe('a genuine call that names something else is a case, and moves nothing', () => {
  test.each([
    ['item', { Shp_item: '424242' }],
    ['kind', { Shp_kind: 'vacancy' }],
    ['payment', { Shp_payment: '0f3b5a52-9a35-4f5e-8f6e-3f8e1f6a2b11' }],
  ])('another %s', async (_name, changes) => {
    const { invoice } = await createInvoiced()
    expect(await sendResultCall(signedFields(invoice, changes))).toBe(`OK${invoice.invoice_id}`)
    const verdicts = await api.ctx.db
      .selectFrom('payment_notices')
      .select('verdict')
      .where('invoice_id', '=', invoice.invoice_id)
      .execute()
    expect(verdicts).toEqual([{ verdict: 'foreign_operation' }])
    expect(await stateOf(api, invoice.invoice_id)).toBe('created')
    expect(await casesOf(api.ctx.db, invoice.invoice_id)).toEqual(foreignCases)
  })

  test('no payment at all, though its link carried one', async () => {
    const { invoice } = await createInvoiced()
    const { Shp_payment: _, ...otherFields } = signedFields(invoice, {})
    const text = [otherFields.OutSum, otherFields.InvId, api.ctx.config.ROBOKASSA_PASSWORD_2]
    const ownParams = [`Shp_item=${otherFields.Shp_item}`, `Shp_kind=${otherFields.Shp_kind}`]
    const SignatureValue = createHash('sha256')
      .update([...text, ...ownParams].join(':'))
      .digest('hex')
    await sendResultCall({ ...otherFields, SignatureValue })
    expect(await casesOf(api.ctx.db, invoice.invoice_id)).toEqual(foreignCases)
    expect(await stateOf(api, invoice.invoice_id)).toBe('created')
  })
})

test('money that a call gave to a wrong item, and the provider to this payment, has come once', async () => {
  const { invoice } = await createInvoiced()
  await sendResultCall(signedFields(invoice, { Shp_item: '424242' }))
  const [strayOperation] = await api.ctx.db
    .selectFrom('payment_cases')
    .select('id')
    .where('invoice_id', '=', invoice.invoice_id)
    .execute()
  const readSuspense = () =>
    api.owner
      .selectFrom('ledger_entries')
      .select((eb) => eb.fn.sum<string>('amount').as('amount'))
      .where('account', '=', 'suspense')
      .where('case_id', '=', strayOperation?.id ?? 0)
      .executeTakeFirst()
  expect(Number((await readSuspense())?.amount)).toBe(invoice.amount * 100)
  await setup.pay(invoice)
  await setup.verify(invoice.invoice_id)
  expect(await stateOf(api, invoice.invoice_id)).toBe('paid')
  expect(await casesOf(api.ctx.db, invoice.invoice_id)).toEqual([
    { kind: 'foreign_operation', state: 'resolved' },
  ])
  expect(Number((await readSuspense())?.amount)).toBe(0)
})

describe('the provider speaks of another operation under the number', () => {
  test.each([
    ['with other fields', { kind: 'state_wrong_shp' }],
    ['from long before the invoice', { kind: 'state_older', ms: 121 * minute }],
  ])('%s: never paid, a case, and a fresh link', async (_name, fault) => {
    const { anna, order, invoice } = await createInvoiced()
    await setup.faults({ ...fault, inv_id: invoice.invoice_id })
    await setup.pay(invoice)
    await setup.verify(invoice.invoice_id)
    await setup.verify(invoice.invoice_id)
    expect(await stateOf(api, invoice.invoice_id)).toBe('expired')
    expect(await casesOf(api.ctx.db, invoice.invoice_id)).toEqual(foreignCases)
    expect((await invoiceFor(anna, order.id)).invoice_id).not.toBe(invoice.invoice_id)
  })

  test('money for a link that was made while our clock was an hour ahead is its own', async () => {
    const { invoice } = await createInvoiced()
    await setup.faults({ kind: 'state_older', ms: 60 * minute })
    await setup.pay(invoice)
    await setup.verify(invoice.invoice_id)
    expect(await stateOf(api, invoice.invoice_id)).toBe('paid')
    expect(await casesOf(api.ctx.db, invoice.invoice_id)).toEqual([])
  })
})

describe('after an older backup was restored numbers are given again', () => {
  /**
   * Starts another installation of the product with the same shop. Its invoice numbers start at the same number again.
   */
  async function openRestored(): Promise<Api> {
    const { config } = api.ctx
    return openApi({
      ROBOKASSA_PASSWORD_1: config.ROBOKASSA_PASSWORD_1,
      ROBOKASSA_PASSWORD_2: config.ROBOKASSA_PASSWORD_2,
      ROBOKASSA_PAYMENT_URL: config.ROBOKASSA_PAYMENT_URL,
      ROBOKASSA_STATE_URL: config.ROBOKASSA_STATE_URL,
    })
  }
  async function verifyAt({ ctx }: Api, id: number) {
    const answer = await askProvider(ctx, id)
    await ctx.db.transaction().execute((tx) => applyAnswer(ctx, tx, id, answer))
  }
  /** Makes the second installation use the invoice number and the listing id of the first installation. */
  async function reuseInvoiceId(second: Api, invoice: Invoice, listing_id: number) {
    const { owner } = second
    await sql`select setval('payment_invoice_numbers', ${invoice.invoice_id}::int, false)`.execute(owner)
    await sql`select setval(pg_get_serial_sequence('listings', 'id'), ${listing_id}::int, false)`.execute(
      owner,
    )
    const { anna, order } = await draftOrder(second)
    const secondInvoice = await invoiceFor(anna, order.id)
    expect([secondInvoice.invoice_id, order.id]).toEqual([invoice.invoice_id, listing_id])
    return { anna, order, secondInvoice }
  }

  test('the money of the first pays nothing of the second: a case, and the next number', async () => {
    const { order, invoice } = await createInvoiced()
    await setup.pay(invoice)
    await setup.verify(invoice.invoice_id)
    expect(await stateOf(api, invoice.invoice_id)).toBe('paid')
    const second = await openRestored()
    const { anna, secondInvoice } = await reuseInvoiceId(second, invoice, order.id)
    await verifyAt(second, secondInvoice.invoice_id)
    expect(await stateOf(second, secondInvoice.invoice_id)).toBe('expired')
    expect(await casesOf(second.ctx.db, secondInvoice.invoice_id)).toEqual(foreignCases)
    const nextInvoice = await invoiceFor(anna, order.id)
    expect(nextInvoice.invoice_id).toBe(invoice.invoice_id + 1)
    await setup.pay(nextInvoice)
    await verifyAt(second, nextInvoice.invoice_id)
    expect(await stateOf(second, nextInvoice.invoice_id)).toBe('paid')
  })

  test('links of before carry no payment: an operation older than its invoice is a case', async () => {
    const { order, invoice } = await createInvoiced()
    const oldFields = withoutPayment(invoice)
    await setup.pay(oldFields)
    await setup.letPass(10 * minute)
    const second = await openRestored()
    second.advanceClock(10 * minute)
    const { secondInvoice } = await reuseInvoiceId(second, invoice, order.id)
    await second.ctx.db
      .updateTable('payments')
      .set({ signs_uuid: false })
      .where('id', '=', secondInvoice.invoice_id)
      .execute()
    await verifyAt(second, secondInvoice.invoice_id)
    expect(await stateOf(second, secondInvoice.invoice_id)).toBe('expired')
    expect(await casesOf(second.ctx.db, secondInvoice.invoice_id)).toEqual(foreignCases)
    // The first installation accepts a payment by its own older link, which did not sign the uuid of the payment.
    await api.ctx.db
      .updateTable('payments')
      .set({ signs_uuid: false })
      .where('id', '=', invoice.invoice_id)
      .execute()
    await setup.verify(invoice.invoice_id)
    expect(await stateOf(api, invoice.invoice_id)).toBe('paid')
  })

  /** Returns the payment link in its older form, without the uuid of the payment and without a receipt. */
  function withoutPayment({ payment_url }: Invoice) {
    const url = new URL(payment_url)
    url.searchParams.delete('Shp_payment')
    url.searchParams.delete('Receipt')
    const field = (name: string) => url.searchParams.get(name) ?? ''
    const ownParams = ['Shp_item', 'Shp_kind'].map((name) => `${name}=${field(name)}`)
    const signatureHead = [field('MerchantLogin'), field('OutSum'), field('InvId')]
    const text = [...signatureHead, api.ctx.config.ROBOKASSA_PASSWORD_1, ...ownParams].join(':')
    url.searchParams.set('SignatureValue', createHash('sha256').update(text).digest('hex'))
    return { payment_url: url.href }
  }
})
