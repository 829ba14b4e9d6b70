import { expect, test } from 'vitest'
import { isTaxNumber, receiptOf } from './papers.ts'

// Public numbers of large companies, and numbers of persons computed by hand.
test.each(['7707083893', '7736050003', '7702070139', '500100732259', '772812345620'])(
  '%s is a tax number',
  (number) => expect(isTaxNumber(number)).toBe(true),
)

test.each([
  ['7707083894', 'the check digit of a company is wrong'],
  ['500100732269', 'the first check digit of a person is wrong'],
  ['500100732258', 'the second check digit of a person is wrong'],
  ['770708389', 'nine digits'],
  ['77070838930', 'eleven digits'],
  ['5001007322591', 'thirteen digits'],
  ['0000000000', 'no region'],
  ['000000000000', 'no region'],
  ['77070838 93', 'a blank inside'],
  ['770708389З', 'a letter'],
  ['', 'nothing'],
])('%s is no tax number: %s', (number) => expect(isTaxNumber(number)).toBe(false))

test('one changed digit is always noticed', () => {
  for (const number of ['7707083893', '500100732259'])
    for (let at = 2; at < number.length; at += 1) {
      const other = `${number.slice(0, at)}${(Number(number[at]) + 1) % 10}${number.slice(at + 1)}`
      expect(isTaxNumber(other), other).toBe(false)
    }
})

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
