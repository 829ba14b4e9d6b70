import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { expireInvoices } from '#services/payments/verification/inquiries.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { createCaller } from '#tests/support/api/call.ts'
import { runWhileRowIsLocked, waitForLockWaits } from '#tests/support/orders/held-rows.ts'
import { confirmPayment, draftOrder, invoiceFor, resultOf } from '#tests/support/orders/order-life.ts'
import { login, type Person } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const payments = (listing_id: number) =>
  api.ctx.db
    .selectFrom('payments')
    .select(['id', 'state', 'amount'])
    .where('listing_id', '=', listing_id)
    .orderBy('id')
    .execute()
const cases = (invoice_id: number) =>
  api.ctx.db.selectFrom('payment_cases').select('kind').where('invoice_id', '=', invoice_id).execute()
const statusOf = async (anna: Person, id: number) =>
  (await anna.call('GET /api/projects/:id/full_info', { params: { id } })).status

test('late money still publishes: the order was a draft again, and goes to the moderators', async () => {
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  api.advanceClock(limits.invoice.ms + 1000)
  await expireInvoices(api.ctx)
  const annaLater = await login(api, anna.account)
  expect(await statusOf(annaLater, order.id)).toBe('draft')
  const body = resultOf(api, invoice)
  expect(await createCaller(api.server)('POST /pay/robokassa/result', { body })).toBe(
    `OK${invoice.invoice_id}`,
  )
  await confirmPayment(api, invoice)
  expect(await statusOf(annaLater, order.id)).toBe('moderation')
  expect(await payments(order.id)).toMatchObject([{ state: 'paid' }])
})

test('late money for an order that is paid already becomes a credit and a case', async () => {
  const { anna, order } = await draftOrder(api)
  const first = await invoiceFor(anna, order.id)
  api.advanceClock(limits.invoice.ms + 1000)
  const annaLater = await login(api, anna.account)
  const second = await invoiceFor(annaLater, order.id)
  await confirmPayment(api, second)
  await confirmPayment(api, first)
  await confirmPayment(api, first)
  expect(await statusOf(annaLater, order.id)).toBe('moderation')
  expect((await payments(order.id)).map(({ state }) => state)).toEqual(['paid', 'paid'])
  expect(await cases(first.invoice_id)).toEqual([{ kind: 'double_payment' }])
  expect(await cases(second.invoice_id)).toEqual([])
  const credits = await api.ctx.db
    .selectFrom('credits')
    .select(['product', 'source_payment_id'])
    .where('user_id', '=', anna.id)
    .execute()
  expect(credits).toEqual([{ product: 'project', source_payment_id: first.invoice_id }])
})

test('money that comes waits for its listing before it holds its payment, as whoever makes an invoice does', async () => {
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  const { db } = api.ctx
  let confirmation: Promise<void> | undefined
  const isFree = await runWhileRowIsLocked(db, 'listings', order.id, async () => {
    confirmation = confirmPayment(api, invoice)
    await waitForLockWaits(db, 1)
    const payment = db.selectFrom('payments').select('id').where('id', '=', invoice.invoice_id)
    const rows = await db.transaction().execute((tx) => tx.executeQuery(payment.forUpdate().skipLocked()))
    return rows.rows.length === 1
  })
  await confirmation
  expect(isFree).toBe(true)
  expect(await statusOf(anna, order.id)).toBe('moderation')
})

test('late money for a deleted order is a credit too', async () => {
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  await anna.call('DELETE /api/projects/delete', { body: { project_id: order.id } })
  await confirmPayment(api, invoice)
  expect(await cases(invoice.invoice_id)).toEqual([{ kind: 'double_payment' }])
})
