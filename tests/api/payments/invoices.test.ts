import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { listOwnPayments } from '#services/payments/money/queries.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { codeOf } from '#tests/support/api/call.ts'
import {
  confirmPayment,
  draftOrder,
  invoiceFor,
  paidOrder,
  publishedOrder,
} from '#tests/support/orders/order-life.ts'
import { login, moderator, type Person } from '#tests/support/people/people.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})

const payCall = 'POST /pay/generate-payment-robokassa'
const payments = (listing_id: number) =>
  api.ctx.db
    .selectFrom('payments')
    .select(['id', 'state', 'amount'])
    .where('listing_id', '=', listing_id)
    .orderBy('id')
    .execute()
const project = (project_id: number) => ({ project_id, payment_type: 'project' as const })
const statusOf = async (anna: Person, id: number) =>
  (await anna.call('GET /api/projects/:id/full_info', { params: { id } })).status

describe('the price is the server’s', () => {
  test('an invoice costs the tariff and leads to the provider', async () => {
    const { anna, order } = await draftOrder(api)
    const invoice = await anna.call(payCall, {
      body: { ...project(order.id), currency: 'USD', description: '<b>' },
    })
    const tariff = await api.ctx.db
      .selectFrom('tariffs')
      .select('amount')
      .where('product', '=', 'project')
      .where('category_id', 'is', null)
      .executeTakeFirstOrThrow()
    expect(invoice).toMatchObject({ amount: tariff.amount / 100, currency: 'RUB', state: 'created' })
    expect(invoice.url).toBe(invoice.payment_url)
    const link = new URL(invoice.payment_url)
    expect(link.href.startsWith(api.ctx.config.ROBOKASSA_PAYMENT_URL)).toBe(true)
    expect(link.searchParams.get('OutSum')).toBe((tariff.amount / 100).toFixed(2))
    expect(link.searchParams.get('InvId')).toBe(String(invoice.invoice_id))
    expect(link.searchParams.get('Description')).not.toContain('<')
    const receipt = JSON.parse(decodeURIComponent(link.searchParams.get('Receipt') ?? ''))
    expect(receipt).toMatchObject({ sno: 'usn_income', items: [{ sum: tariff.amount / 100, tax: 'none' }] })
    expect(receipt.items[0].name).toBe(`Размещение заказа ${order.id}`)
    expect(Date.parse(invoice.expires_at) - api.ctx.now().getTime()).toBeGreaterThan(
      limits.invoice.ms - 60_000,
    )
    expect(await statusOf(anna, order.id)).toBe('awaiting_payment')
  })

  test('who runs the product is told with who issues receipts; the tax on professional income needs none of ours', async () => {
    const readOperator = async (server: Api['server']) => (await server.inject('/api/app/operator')).json()
    expect(await readOperator(api.server)).toMatchObject({
      operator: { name: 'ИП Иванова Мария Сергеевна', tax_id: '500100732259', receipts: 'provider' },
    })
    const otherApi = await api.startAnother({ OPERATOR_TAX_SCHEME: 'npd' })
    expect(await readOperator(otherApi)).toMatchObject({ operator: { receipts: 'operator' } })
    const { anna, order } = await draftOrder(api)
    const headers = { authorization: `Bearer ${anna.token}` }
    const url = '/pay/generate-payment-robokassa'
    const reply = await otherApi.inject({ method: 'POST', url, headers, payload: project(order.id) })
    expect(new URL(reply.json().payment_url).searchParams.has('Receipt')).toBe(false)
  })

  test('own payments are listed with the newest first, as many as are asked for', async () => {
    const { anna, order } = await draftOrder(api)
    const first = await invoiceFor(anna, order.id)
    const { order: otherOrder } = await draftOrder(api, {}, anna)
    const second = await invoiceFor(anna, otherOrder.id)
    const ownPayments = await listOwnPayments(api.ctx.db, anna.id, 10)
    expect(ownPayments.map(({ id }) => id)).toEqual([second.invoice_id, first.invoice_id])
    expect(await listOwnPayments(api.ctx.db, anna.id, 1)).toMatchObject([{ id: second.invoice_id }])
  })

  test('the provider is first asked a minute after the link was made', async () => {
    const { anna, order } = await draftOrder(api)
    const { invoice_id } = await invoiceFor(anna, order.id)
    const { created_at, next_check_at } = await api.ctx.db
      .selectFrom('payments')
      .select(['created_at', 'next_check_at'])
      .where('id', '=', invoice_id)
      .executeTakeFirstOrThrow()
    expect(Date.parse(next_check_at ?? '') - Date.parse(created_at)).toBe(60_000)
  })

  test.each([1, '1', 2500.01, '0'])(
    'a client that shows %j is told the real one before it pays',
    async (amount) => {
      const { anna, order } = await draftOrder(api)
      await expect(anna.call(payCall, { body: { ...project(order.id), amount } })).rejects.toMatchObject({
        problem: { statusCode: 409, code: 'amount_mismatch', details: { expected: 2500 } },
      })
      expect(await payments(order.id)).toEqual([])
      expect(await statusOf(anna, order.id)).toBe('draft')
    },
  )

  test.each([2500, '2500', '2 500', '2 500,00', ''])('%j is the same price', async (amount) => {
    const { anna, order } = await draftOrder(api)
    expect((await anna.call(payCall, { body: { ...project(order.id), amount } })).amount).toBe(2500)
  })
})

test('repeated presses, also at once, get one invoice', async () => {
  const { anna, order } = await draftOrder(api)
  const invoiceAttempts = Array.from({ length: 8 }, () => invoiceFor(anna, order.id))
  const invoices = await Promise.all(invoiceAttempts)
  expect(new Set(invoices.map(({ payment_url }) => payment_url)).size).toBe(1)
  expect(await payments(order.id)).toHaveLength(1)
})

test('an invoice that is over is replaced by a new one', async () => {
  const { anna, order } = await draftOrder(api)
  const first = await invoiceFor(anna, order.id)
  api.advanceClock(limits.invoice.ms + 1000)
  const annaLater = await login(api, anna.account)
  const second = await invoiceFor(annaLater, order.id)
  expect(second.invoice_id).not.toBe(first.invoice_id)
  expect((await payments(order.id)).map(({ state }) => state)).toEqual(['expired', 'created'])
})

describe('what cannot be paid', () => {
  test('somebody else’s order, seen or not', async () => {
    const boris = await login(api)
    const [{ order: draft }, { order: publishedListing }] = [await draftOrder(api), await publishedOrder(api)]
    expect(await codeOf(invoiceFor(boris, draft.id))).toBe('not_found')
    expect(await codeOf(invoiceFor(boris, publishedListing.id))).toBe('not_owner')
    expect(await codeOf(invoiceFor(boris, 999_999_999))).toBe('not_found')
  })

  test('an order twice', async () => {
    const { anna, order } = await paidOrder(api)
    expect(await codeOf(invoiceFor(anna, order.id))).toBe('already_paid')
  })

  test('two things at once, none, or a thing under another name', async () => {
    const { anna, order } = await draftOrder(api)
    for (const ids of [
      { project_id: order.id, vacancy_id: 1 },
      {},
      { response_id: order.id },
      { vacancy_id: order.id },
    ])
      expect(await codeOf(anna.call(payCall, { body: { ...ids, payment_type: 'project' } }))).toBe(
        'invalid_input',
      )
    const body = { vacancy_id: order.id, payment_type: 'vacancy' } as const
    expect(await codeOf(anna.call(payCall, { body }))).toBe('not_found')
    const foreignRequest = { ...project(order.id), author_id: anna.id + 1 }
    expect(await codeOf(anna.call(payCall, { body: foreignRequest }))).toBe('not_owner')
    expect(await payments(order.id)).toEqual([])
  })
})

test('what the pay button says, with the literal {ID} that old clients replace', async () => {
  const [anna, boris] = [await login(api), await login(api)]
  const params = { userId: anna.id }
  const status = await anna.call('GET /pay/publication-status/:userId', { params })
  const english = await anna.call(
    'GET /pay/publication-status/:userId',
    { params },
    { 'accept-language': 'en' },
  )
  const link = `${api.ctx.config.TELEGRAM_LINK_ORIGIN}/${api.ctx.config.BOT_USERNAME}?start=`
  expect(status).toMatchObject({ price: 2500, currency: 'RUB', is_free: false })
  expect(status.deep_links).toEqual({
    project_template: `${link}pay_project_{ID}`,
    vacancy_template: `${link}pay_vacancy_{ID}`,
  })
  expect(status.button_text).toMatch(/2\s500/)
  expect(english.button_text).not.toBe(status.button_text)
  expect(await codeOf(boris.call('GET /pay/publication-status/:userId', { params }))).toBe('not_owner')
})

test('staff read payments by the moment that they show: when paid, or when the form was opened', async () => {
  const { anna, order } = await draftOrder(api)
  const { order: second } = await draftOrder(api, {}, anna)
  const first = await invoiceFor(anna, order.id)
  await invoiceFor(anna, second.id)
  // The earlier form is paid after the later one was opened.
  await confirmPayment(api, first)
  const [older] = await payments(order.id)
  const [newer] = await payments(second.id)
  const admin = await moderator(api)
  const { items } = await admin.call('GET /api/admin/payments', { query: { payer_id: anna.id } })
  expect(items.map(({ id }) => id)).toEqual([older?.id, newer?.id])
})
