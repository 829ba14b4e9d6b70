import fc from 'fast-check'
import { expect, test } from 'vitest'
import { receiptOf } from './receipts.ts'

const url = 'https://lknpd.nalog.ru/api/v1/receipt/500100732259/20a1b2c3d4/print'

test.each([
  url,
  ` ${url} `,
  'lknpd.nalog.ru/api/v1/receipt/500100732259/20a1b2c3d4/print',
  'https://lknpd.nalog.ru/api/v1/receipt/500100732259/20a1b2c3d4',
  'https://lknpd.nalog.ru/api/v1/receipt/500100732259/20a1b2c3d4/json',
])('the address %s is a receipt', (text) =>
  expect(receiptOf(text)).toEqual({ tax_number: '500100732259', url }),
)

test.each([
  'nalog.gov.ru/check',
  'http://lknpd.nalog.ru/api/v1/receipt/500100732259/20a1b2c3d4/print',
  'https://lknpd.nalog.ru.example.com/api/v1/receipt/500100732259/20a1b2c3d4/print',
  'https://example.com/?https://lknpd.nalog.ru/api/v1/receipt/500100732259/20a1b2c3d4/print',
  'https://lknpd.nalog.ru@example.com/api/v1/receipt/500100732259/20a1b2c3d4/print',
  'https://lknpd.nalog.ru/api/v1/receipt/500100732258/20a1b2c3d4/print',
  'https://lknpd.nalog.ru/api/v1/receipt/7707083893/20a1b2c3d4/print',
  'https://lknpd.nalog.ru/api/v1/receipt/500100732259//print',
  'https://lknpd.nalog.ru/api/v1/receipt/500100732259/20a1b2c3d4/print?to=1',
  '',
])('the address %s is no receipt', (text) => expect(receiptOf(text)).toBeNull())

test('a receipt is known by any address of it, and by no address with another sign before its path', () => {
  const id = fc.stringMatching(/^[\da-z]{6,20}$/)
  const ends = ['', '/', '/print', '/json', '/print/']
  fc.assert(
    fc.property(
      id,
      fc.constantFrom(...ends),
      fc.boolean(),
      fc.nat(21),
      fc.string(),
      (id, end, bare, at, sign) => {
        const address = `lknpd.nalog.ru/api/v1/receipt/500100732259/${id}${end}`
        const url = `https://lknpd.nalog.ru/api/v1/receipt/500100732259/${id}/print`
        expect(receiptOf(bare ? address : `https://${address}`)).toEqual({ tax_number: '500100732259', url })
        if (!sign.trim()) return
        const changed = `https://${address.slice(0, at)}${sign}${address.slice(at)}`
        expect(receiptOf(changed), changed).toBeNull()
      },
    ),
    { numRuns: 500 },
  )
})
