import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { createCaller } from '#tests/support/api/call.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import {
  draftOrder,
  type Invoice,
  invoiceFor,
  publishedOrder,
  shopFields,
} from '#tests/support/orders/order-life.ts'
import { responseTo } from '#tests/support/orders/sample.ts'
import { freelancer } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

/** Query of the URL to which the payment page redirects the browser, signed with the shop's first password. */
function returnFields(invoice: { payment_url: string }) {
  const link = new URL(invoice.payment_url).searchParams
  const [OutSum = '', InvId = ''] = ['OutSum', 'InvId'].map((name) => link.get(name) ?? '')
  const shopParams = shopFields(link)
  const ownParams = Object.entries(shopParams).map(([name, value]) => `${name}=${value}`)
  const text = [OutSum, InvId, api.ctx.config.ROBOKASSA_PASSWORD_1, ...ownParams].join(':')
  const SignatureValue = createHash('sha256').update(text).digest('hex')
  return { OutSum, InvId, SignatureValue, ...shopParams, Culture: 'ru' }
}
const openReturnPage = (page: 'success' | 'fail', query: Record<string, unknown>) =>
  createCaller(api.server)(`GET /pay/robokassa/${page}`, { query })
/**
 * Link that opens a page of the mini-app. If a client does not support links to mini-apps, it opens the chat with the
 * bot instead.
 */
const app = (page: string) =>
  `${api.ctx.config.TELEGRAM_LINK_ORIGIN}/${api.ctx.config.BOT_USERNAME}?startapp=${page}&start=${page}`
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
  expect(await openReturnPage('success', returnFields(invoice))).toBe(app(`page_order___orderId_${order.id}`))
  const { state, next_check_at } = await payment(invoice)
  expect(state).toBe('created')
  expect(Date.parse(next_check_at ?? '')).toBeLessThanOrEqual(api.ctx.now().getTime())
})

test('a forged return tells nothing, leads to the own listings, and moves nothing', async () => {
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  const paymentBefore = await payment(invoice)
  const forgedFields = { ...returnFields(invoice), SignatureValue: 'f'.repeat(64) }
  expect(await openReturnPage('success', forgedFields)).toBe(app('page_listings'))
  expect(await payment(invoice)).toEqual(paymentBefore)
})

test('without paying a number tells a stranger nothing', async () => {
  const { anna, order } = await draftOrder(api)
  const invoice = await invoiceFor(anna, order.id)
  const paymentBefore = await payment(invoice)
  expect(await openReturnPage('fail', { InvId: invoice.invoice_id })).toBe(app('page_payment'))
  expect(await payment(invoice)).toEqual(paymentBefore)
})

describe('the cabinet may be set to POST', () => {
  const postReturn = (page: 'success' | 'fail', fields: Record<string, string>) =>
    api.server.inject({
      method: 'POST',
      url: `/pay/robokassa/${page}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })

  test('who paid comes to the order, and the provider is asked', async () => {
    const { anna, order } = await draftOrder(api)
    const invoice = await invoiceFor(anna, order.id)
    const answer = await postReturn('success', returnFields(invoice))
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      app(`page_order___orderId_${order.id}`),
    ])
    const { next_check_at } = await payment(invoice)
    expect(Date.parse(next_check_at ?? '')).toBeLessThanOrEqual(api.ctx.now().getTime())
  })

  test('who did not pay comes to the page of their latest payment', async () => {
    const { anna, order } = await draftOrder(api)
    const { invoice_id } = await invoiceFor(anna, order.id)
    const answer = await postReturn('fail', { InvId: String(invoice_id), OutSum: '2500.00' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, app('page_payment')])
  })
})

test('after a boost the way leads to the order of the response', async () => {
  const { order } = await publishedOrder(api)
  const boris = await freelancer(api)
  const sentResponse = await boris.call(
    'POST /api/projects/add_resp',
    responseTo(order.id, { response_type: 20 }),
  )
  const query = returnFields({ payment_url: sentResponse.payment_url ?? '' })
  expect(await openReturnPage('success', query)).toBe(app(`page_order___orderId_${order.id}`))
})

test.each(['', '999999', '-1', 'https://evil.example', '1; drop table payments', '99999999999999999999'])(
  'the invoice %j leads to the own listings',
  async (InvId) => {
    expect(await openReturnPage('success', { InvId })).toBe(app('page_listings'))
  },
)

test('who asks for the outcome hastens the next question to the provider, but none that is due already', async () => {
  const { anna, order } = await draftOrder(api)
  const { invoice_id: id } = await invoiceFor(anna, order.id)
  const nowMs = api.ctx.now().getTime()
  const timeText = (ms: number) => new Date(nowMs + ms).toISOString()
  const checksAfter = async (next_check_at: string) => {
    const columns = { next_check_at, checks: 3, checked_at: timeText(-60_000) }
    await placeRows(api.owner, 'payments', { id }, columns)
    await anna.call('POST /pay/check', { body: { project_id: order.id } })
    const payments = api.ctx.db
      .selectFrom('payments')
      .select(['next_check_at', 'checks'])
      .where('id', '=', id)
    return payments.executeTakeFirstOrThrow()
  }
  const due = await checksAfter(timeText(-1000))
  expect([Date.parse(due.next_check_at ?? ''), due.checks]).toEqual([nowMs - 1000, 3])
  const later = await checksAfter(timeText(60_000))
  expect(Date.parse(later.next_check_at ?? '') - nowMs).toBeLessThan(50_000)
  expect(later.checks).toBe(2)
})
