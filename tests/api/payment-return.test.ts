import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api.ts'
import { caller } from '#tests/support/call.ts'
import { draftOrder, type Invoice, invoiceFor, publishedOrder } from '#tests/support/order-life.ts'
import { freelancer } from '#tests/support/people.ts'
import { responseTo } from '#tests/support/sample.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

/** What the browser brings back from the payment page, signed with the password of the page. */
function brought(invoice: { payment_url: string }) {
  const link = new URL(invoice.payment_url).searchParams
  const [OutSum = '', InvId = '', item, kind] = ['OutSum', 'InvId', 'Shp_item', 'Shp_kind'].map(
    (name) => link.get(name) ?? '',
  )
  const text = `${OutSum}:${InvId}:${api.ctx.config.ROBOKASSA_PASSWORD_1}:Shp_item=${item}:Shp_kind=${kind}`
  const SignatureValue = createHash('sha256').update(text).digest('hex')
  return { OutSum, InvId, SignatureValue, Shp_item: item, Shp_kind: kind, Culture: 'ru' }
}
const back = (page: 'success' | 'fail', query: Record<string, unknown>) =>
  caller(api.server)(`GET /pay/robokassa/${page}`, { query })
const app = () => `${api.ctx.config.TELEGRAM_LINK_ORIGIN}/${api.ctx.config.BOT_USERNAME}?startapp=`
const payment = ({ invoice_id }: Invoice) =>
  api.ctx.db
    .selectFrom('payments')
    .select(['state', 'next_check_at'])
    .where('id', '=', invoice_id)
    .executeTakeFirstOrThrow()

test('after paying the browser returns to the order, and the provider is asked at once', async () => {
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  expect(Date.parse((await payment(invoice)).next_check_at ?? '')).toBeGreaterThan(api.ctx.now().getTime())
  expect(await back('success', brought(invoice))).toBe(`${app()}page_order___orderId_${order.id}`)
  const { state, next_check_at } = await payment(invoice)
  expect(state).toBe('created')
  expect(Date.parse(next_check_at ?? '')).toBeLessThanOrEqual(api.ctx.now().getTime())
})

test('a forged return leads to the order too, and moves nothing', async () => {
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  const before = await payment(invoice)
  const forged = { ...brought(invoice), SignatureValue: 'f'.repeat(64) }
  expect(await back('success', forged)).toBe(`${app()}page_order___orderId_${order.id}`)
  expect(await payment(invoice)).toEqual(before)
})

test('without paying, too', async () => {
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  const before = await payment(invoice)
  expect(await back('fail', { InvId: invoice.invoice_id })).toBe(`${app()}page_order___orderId_${order.id}`)
  expect(await payment(invoice)).toEqual(before)
})

test('after a boost the way leads to the order of the response', async () => {
  const { order } = await publishedOrder(api)
  const boris = await freelancer(api)
  const sent = await boris.call('POST /api/projects/add_resp', responseTo(order.id, { response_type: 20 }))
  const query = brought({ payment_url: sent.payment_url ?? '' })
  expect(await back('success', query)).toBe(`${app()}page_order___orderId_${order.id}`)
})

test.each(['', '999999', '-1', 'https://evil.example', '1; drop table payments', '99999999999999999999'])(
  'the invoice %j leads to the own listings',
  async (InvId) => {
    expect(await back('success', { InvId })).toBe(`${app()}page_listings`)
  },
)
