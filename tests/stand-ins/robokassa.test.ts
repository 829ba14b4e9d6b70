import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  operationState,
  paymentLink,
  type RobokassaConfig,
  verifyResult,
  verifySuccess,
} from '#services/payments/robokassa.ts'
import { orderRefund, refundState } from '#services/payments/robokassa-refunds.ts'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'

/** A shop that keeps every result call and answers as it is told. */
const calls: { method: string; params: URLSearchParams }[] = []
let answerOf: (invoice: string) => string
const shop = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://shop')
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const params = request.method === 'GET' ? url.searchParams : new URLSearchParams(body)
    if (url.pathname === '/result') calls.push({ method: request.method ?? '', params })
    response.end(answerOf(params.get('InvId') ?? ''))
  })
})

let kassa: Awaited<ReturnType<typeof startRobokassa>>
let config: RobokassaConfig

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const secrets = { merchant: 'otklik', password1: 'first', password2: 'second', password3: 'third' }
  kassa = await startRobokassa({
    ...secrets,
    result_url: `${origin}/result`,
    success_url: `${origin}/success`,
    fail_url: `${origin}/fail`,
  })
  config = {
    ...secrets,
    hash: 'sha256',
    is_test: false,
    payment_url: `${kassa.origin}/Merchant/Index.aspx`,
    state_url: `${kassa.origin}/Merchant/WebService/Service.asmx/OpStateExt`,
    refund_url: `${kassa.origin}/RefundService`,
  }
})

beforeEach(async () => {
  calls.length = 0
  answerOf = (invoice) => `OK${invoice}`
  await post('/_reset', {})
})

afterAll(async () => {
  await kassa.close()
  shop.close()
})

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(kassa.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as Answer
}

async function book() {
  const response = await fetch(`${kassa.origin}/_book`)
  return (await response.json()) as { taken_kopecks: number; returned_kopecks: number }
}

function link(
  inv_id: number,
  change: Partial<RobokassaConfig> = {},
  expires_at = new Date(Date.now() + 3_600_000),
) {
  const shp = { Shp_item: '77', Shp_kind: 'project' }
  const description = 'Размещение заказа «Сайт & магазин»'
  return paymentLink(
    { ...config, ...change },
    { inv_id, amount_kopecks: 250_000, description, culture: 'ru', expires_at, shp },
  )
}

function payByHand(inv_id: number, outcome = 'pay') {
  return post<{ redirect_url: string }>('/_control/pay', { payment_url: link(inv_id), outcome })
}

/** A press on a button of the page. */
async function press(page: Response, action: string) {
  const body = new URLSearchParams({ action })
  const url = page.url.replace('/Merchant/Index/', '/Merchant/Payment/')
  return fetch(url, { method: 'POST', body, redirect: 'manual' })
}

test('a payment goes from the link to the result call, the return and the inquiry', async () => {
  const page = await fetch(link(1))
  expect(page.headers.get('x-frame-options')).toBeNull()
  expect(await page.text()).toContain('Размещение заказа «Сайт &#38; магазин»')
  expect(await operationState(config, 1)).toMatchObject({ meaning: 'waiting', state_code: 5 })

  const pressed = await press(page, 'pay')
  expect(pressed.status).toBe(303)
  const [call] = calls
  expect(call?.params.get('OutSum')).toBe('2500.000000')
  expect(call?.params.get('SignatureValue')).toMatch(/^[0-9A-F]{64}$/)
  const expected = {
    refusal: null,
    inv_id: 1,
    amount_kopecks: 250_000,
    shp: { Shp_item: '77', Shp_kind: 'project' },
  }
  expect(verifyResult(config, call?.params ?? {})).toMatchObject(expected)
  const back = new URL(pressed.headers.get('location') ?? '')
  expect(back.pathname).toBe('/success')
  expect(verifySuccess(config, back.searchParams)).toMatchObject(expected)
  expect(await operationState(config, 1)).toMatchObject({
    meaning: 'paid',
    amount_kopecks: 250_000,
    shp: { Shp_item: '77', Shp_kind: 'project' },
  })
})

test('pressing Pay twice at once takes the money once', async () => {
  const page = await fetch(link(2))
  await Promise.all([press(page, 'pay'), press(page, 'pay'), press(page, 'pay')])
  expect(calls).toHaveLength(1)
  expect(await book()).toMatchObject({ taken_kopecks: 250_000 })
})

test('the page refuses what the real one refuses', async () => {
  const changed = (name: string, value: string) => {
    const url = new URL(link(3))
    url.searchParams.set(name, value)
    return url.href
  }
  await payByHand(4)
  const cases: [string, number][] = [
    [link(3, { merchant: 'nobody' }), 26],
    [changed('OutSum', '1.00'), 29],
    [changed('Shp_item', '78'), 29],
    [link(3, { password1: 'wrong' }), 29],
    [changed('InvId', 'abc'), 30],
    [changed('OutSum', '2500.001'), 31],
    [link(3, {}, new Date(Date.now() - 120_000)), 33],
    [link(4), 40],
  ]
  for (const [url, code] of cases) {
    const page = await fetch(url)
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining(`: ${code}<`)])
  }
})

test('a declined payment takes nothing and leads to FailURL', async () => {
  const pressed = await press(await fetch(link(5)), 'decline')
  expect(new URL(pressed.headers.get('location') ?? '').pathname).toBe('/fail')
  expect(await operationState(config, 5)).toMatchObject({ meaning: 'not_received' })
  expect(calls).toHaveLength(0)
  expect(await book()).toMatchObject({ taken_kopecks: 0 })
})

test('the call is repeated every minute until it reads exactly OK and the number', async () => {
  const answers = ['OK', 'error', 'OK6 ']
  answerOf = (invoice) => answers.shift() ?? `OK${invoice}`
  await post('/_control', { clock_scale: 1000 })
  await payByHand(6)
  await expect.poll(() => calls.length, { timeout: 5_000 }).toBe(4)
  await post('/_control', { advance_ms: 600_000 })
  expect(calls).toHaveLength(4)
  const journal = await fetch(`${kassa.origin}/_journal?kind=result&inv_id=6`)
  const exchanges = (await journal.json()) as { at: number; answer: string }[]
  expect(exchanges.map((exchange) => exchange.answer)).toEqual(['OK', 'error', 'OK6 ', 'OK6'])
  for (const [index, { at }] of exchanges.slice(1).entries()) {
    expect(at - (exchanges[index]?.at ?? 0)).toBeGreaterThanOrEqual(60_000)
  }
})

test.each([
  ['bad_signature', 'signature'],
  ['test_password', 'signature'],
])('a call spoiled by %s is refused', async (kind, refusal) => {
  await post('/_control', { faults: [{ kind }] })
  await payByHand(7)
  expect(verifyResult(config, calls[0]?.params ?? {})).toEqual({ refusal })
})

test('a call of another sum or of another item verifies and shows the difference', async () => {
  await post('/_control', {
    faults: [
      { kind: 'wrong_amount', inv_id: 8 },
      { kind: 'wrong_shp', inv_id: 9 },
    ],
  })
  await payByHand(8)
  await payByHand(9)
  const [sum, item] = calls.map(({ params }) => verifyResult(config, params))
  expect(sum).toMatchObject({ refusal: null, amount_kopecks: 100 })
  expect(item).toMatchObject({ refusal: null, shp: { Shp_item: '770' } })
})

test('calls are lost, doubled, sent together, late or by GET when planned', async () => {
  const faults = [
    { kind: 'drop', inv_id: 10 },
    { kind: 'duplicate', inv_id: 11, count: 2 },
    { kind: 'concurrent', inv_id: 12, count: 5 },
    { kind: 'after_success', inv_id: 13, ms: 60_000 },
    { kind: 'get', inv_id: 14 },
    { kind: 'reorder', inv_id: 15 },
  ]
  await post('/_control', { faults })
  const count = (invoice: number) =>
    calls.filter(({ params }) => params.get('InvId') === String(invoice)).length
  for (const invoice of [10, 11, 12, 13, 14, 15]) await payByHand(invoice)
  expect([10, 11, 12, 13, 14, 15].map(count)).toEqual([0, 3, 5, 0, 1, 0])
  expect(calls.at(-1)?.method).toBe('GET')
  await payByHand(16)
  await expect.poll(() => count(15)).toBe(1)
  await post('/_control', { advance_ms: 61_000 })
  await expect.poll(() => count(13)).toBe(1)
  expect(await operationState(config, 10)).toMatchObject({ meaning: 'paid' })
})

test('a payment made late comes after the invoice has expired', async () => {
  await payByHand(17, 'late')
  await post('/_control', { advance_ms: 3_600_000 })
  expect(await operationState(config, 17)).toMatchObject({ meaning: 'not_received' })
  await post('/_control', { advance_ms: 120_000 })
  await expect.poll(() => calls.length).toBe(1)
  expect(await operationState(config, 17)).toMatchObject({ meaning: 'paid' })
})

test('money on its way, suspended or given back is never called paid', async () => {
  const faults = [
    { kind: 'state_50', inv_id: 18, ms: 60_000 },
    { kind: 'state_80', inv_id: 19, ms: 60_000 },
    { kind: 'state_60', inv_id: 20 },
    { kind: 'two_operations', inv_id: 21 },
  ]
  await post('/_control', { faults })
  for (const invoice of [18, 19, 20, 21]) await payByHand(invoice)
  const meanings = async () => {
    const states = await Promise.all([18, 19, 20, 21, 22].map((invoice) => operationState(config, invoice)))
    return states.map(({ meaning }) => meaning)
  }
  expect(await meanings()).toEqual(['crediting', 'suspended', 'returned', 'two_operations', 'not_found'])
  await post('/_control', { advance_ms: 61_000 })
  await expect.poll(meanings).toEqual(['paid', 'paid', 'returned', 'two_operations', 'not_found'])
})

test.each(['500', 'timeout', 'html', 'drip'])(
  'an inquiry that meets %s ends in time and tells nothing',
  async (how) => {
    await payByHand(23)
    await post('/_control', { faults: [{ kind: 'state_answer', how }] })
    await expect(operationState(config, 23, { timeout: 400 })).rejects.toThrow(/no answer|another shape/)
  },
)

test('a refund gives the money back once, also when its answer was lost', async () => {
  await payByHand(24)
  const { op_key } = await operationState(config, 24)
  const refund = { op_key: op_key ?? '' }
  await post('/_control', { faults: [{ kind: 'refund_answer_lost', times: 1 }] })
  await expect(orderRefund(config, refund)).rejects.toThrow('no answer')
  expect(await orderRefund(config, refund)).toEqual({ refusal: 'AlreadyRefunded' })
  await post('/_control', { advance_ms: 5_000 })
  await expect.poll(book).toMatchObject({ taken_kopecks: 250_000, returned_kopecks: 250_000 })
})

test('a refund is followed to its end', async () => {
  await payByHand(25)
  const { op_key } = await operationState(config, 25)
  const order = await orderRefund(config, { op_key: op_key ?? '', amount_kopecks: 100_050 })
  const request_id = order.refusal === null ? order.request_id : ''
  expect(await refundState(config, request_id)).toEqual({ label: 'processing', amount_kopecks: 100_050 })
  await post('/_control', { advance_ms: 5_000 })
  await expect.poll(() => refundState(config, request_id)).toMatchObject({ label: 'finished' })
  expect(await orderRefund({ ...config, password3: 'wrong' }, { op_key: op_key ?? '' })).toEqual({
    refusal: 'InvalidSignature',
  })
  expect(await refundState(config, 'nothing')).toEqual({ label: 'not_found', amount_kopecks: null })
})
