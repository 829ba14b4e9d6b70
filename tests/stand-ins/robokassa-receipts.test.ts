import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from './robokassa-shop.ts'

let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const receipt = { sno: 'usn_income', tax: 'none' } as const

async function payLink(payment_url: string) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ payment_url })
  const response = await fetch(`${shop.origin}/_control/pay`, { method: 'POST', headers, body })
  return (await response.json()) as { operation?: { receipt: unknown }; error_code?: number }
}

test('a link with a receipt is signed over it, and the provider prints what was sold', async () => {
  const link = shop.link(1, { receipt })
  // The link contains the receipt encoded twice, as Robokassa's documentation shows.
  expect(link).toContain('Receipt=%257B%2522sno%2522')
  expect((await payLink(link)).operation?.receipt).toEqual({
    sno: 'usn_income',
    items: [
      {
        name: 'Размещение заказа «Сайт & магазин»',
        quantity: 1,
        sum: 2500,
        payment_method: 'full_payment',
        payment_object: 'service',
        tax: 'none',
      },
    ],
  })
})

test('the provider refuses a receipt that was changed or left out, and one that cannot be printed', async () => {
  const changedUrl = new URL(shop.link(2, { receipt }))
  const receiptText = changedUrl.searchParams.get('Receipt') ?? ''
  changedUrl.searchParams.set('Receipt', receiptText.replace('2500', '2400'))
  expect(await payLink(changedUrl.href)).toEqual({ error_code: 29 })
  const without = new URL(shop.link(3, { receipt }))
  without.searchParams.delete('Receipt')
  expect(await payLink(without.href)).toEqual({ error_code: 29 })
  const unknown = [
    { sno: 'usn', tax: 'none' },
    { sno: 'osn', tax: 'vat19' },
  ] as unknown as (typeof receipt)[]
  for (const wrong of unknown)
    expect(await payLink(shop.link(4, { receipt: wrong }))).toEqual({ error_code: 30 })
})

test('lines that do not add up to the sum are refused although they are signed', async () => {
  // The test signs the link as the shop would, because the signature also covers the receipt.
  const lines = (sum: number) =>
    encodeURIComponent(JSON.stringify({ items: [{ name: 'Размещение', quantity: 1, sum, tax: 'none' }] }))
  const link = (sum: number) => {
    const url = new URL(shop.link(5))
    const Receipt = lines(sum)
    const parts = [shop.config.merchant, '2500.00', '5', Receipt, shop.config.password1]
    const ownParameters = ['Shp_item=77', 'Shp_kind=project']
    url.searchParams.set('Receipt', Receipt)
    url.searchParams.set(
      'SignatureValue',
      createHash('sha256')
        .update([...parts, ...ownParameters].join(':'))
        .digest('hex'),
    )
    return url.href
  }
  expect(await payLink(link(2400))).toEqual({ error_code: 30 })
  expect(await payLink(link(2500))).toHaveProperty('operation')
})
