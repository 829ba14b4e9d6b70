import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operationState, verifyResult, verifySuccess } from '#services/payments/robokassa/payment.ts'
import { openShop, press } from './robokassa-shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

test('a payment goes from the link to the result call, the return and the inquiry', async () => {
  const page = await fetch(shop.link(1))
  expect(page.headers.get('x-frame-options')).toBeNull()
  expect(await page.text()).toContain('Размещение заказа «Сайт &#38; магазин»')
  expect(await operationState(shop.config, 1)).toMatchObject({ meaning: 'waiting', state_code: 5 })

  const pageAfterPress = await press(page, 'pay')
  expect(pageAfterPress.status).toBe(303)
  const [call] = shop.calls
  expect(call?.params.get('OutSum')).toBe('2500.000000')
  expect(call?.params.get('SignatureValue')).toMatch(/^[0-9A-F]{64}$/)
  const expected = {
    refusal: null,
    inv_id: 1,
    amount_kopecks: 250_000,
    shp: { Shp_item: '77', Shp_kind: 'project' },
  }
  expect(verifyResult(shop.config, call?.params ?? {})).toMatchObject(expected)
  const back = new URL(pageAfterPress.headers.get('location') ?? '')
  expect(back.pathname).toBe('/success')
  expect(verifySuccess(shop.config, back.searchParams)).toMatchObject(expected)
  expect(await operationState(shop.config, 1)).toMatchObject({
    meaning: 'paid',
    // The sum that the payer paid, minus Robokassa's fee.
    out_sum_kopecks: 240_250,
    shp: { Shp_item: '77', Shp_kind: 'project' },
  })
})

test('pressing Pay twice at once takes the money once', async () => {
  const page = await fetch(shop.link(2))
  await Promise.all([press(page, 'pay'), press(page, 'pay'), press(page, 'pay')])
  expect(shop.calls).toHaveLength(1)
  expect(await shop.movements()).toMatchObject({ taken_kopecks: 250_000 })
})

test('the page refuses what the real one refuses', async () => {
  const withChangedParameter = (name: string, value: string) => {
    const url = new URL(shop.link(3))
    url.searchParams.set(name, value)
    return url.href
  }
  await shop.payByHand(4)
  const cases: [string, number][] = [
    [shop.link(3, { merchant: 'nobody' }), 26],
    [withChangedParameter('OutSum', '1.00'), 29],
    [withChangedParameter('Shp_item', '78'), 29],
    [shop.link(3, { password1: 'wrong' }), 29],
    [withChangedParameter('InvId', 'abc'), 30],
    [withChangedParameter('OutSum', '2500.001'), 31],
    [shop.link(3, {}, new Date(Date.now() - 120_000)), 33],
    [shop.link(4), 40],
  ]
  for (const [url, code] of cases) {
    const page = await fetch(url)
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining(`: ${code}<`)])
  }
})

test('a declined payment takes nothing and leads to FailURL', async () => {
  const pageAfterPress = await press(await fetch(shop.link(5)), 'decline')
  expect(new URL(pageAfterPress.headers.get('location') ?? '').pathname).toBe('/fail')
  expect(await operationState(shop.config, 5)).toMatchObject({ meaning: 'not_received' })
  expect(shop.calls).toHaveLength(0)
  expect(await shop.movements()).toMatchObject({ taken_kopecks: 0 })
})

test('a test payment has two decimals, and an inquiry knows nothing of it', async () => {
  const page = await fetch(shop.link(30, { is_test: true }))
  await press(page, 'pay')
  const params = shop.calls[0]?.params ?? new URLSearchParams()
  expect(params.get('OutSum')).toBe('2500.00')
  expect(verifyResult(shop.config, params)).toMatchObject({ refusal: null, is_test: true })
  expect(await operationState(shop.config, 30)).toMatchObject({ meaning: 'not_found' })
})

test('an invoice can be opened as JSON', async () => {
  const [address = '', query] = shop.link(31).split('?')
  const body = new URLSearchParams(query)
  const response = await fetch(address.replace('Index.aspx', 'Indexjson.aspx'), { method: 'POST', body })
  const { invoiceID } = (await response.json()) as { invoiceID: string }
  const page = await fetch(`${shop.origin}/Merchant/Index/${invoiceID}`)
  expect(await page.text()).toContain('Оплатить 2\u00a0500\u00a0₽')
})
