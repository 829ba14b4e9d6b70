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
