import { expect, test } from 'vitest'
import { formatSum, parseSum } from './robokassa-sum.ts'

test.each([
  ['2500.000000', 250_000],
  ['2500.50', 250_050],
  ['2500.5', 250_050],
  ['0.07', 7],
  ['7', 700],
  ['999999999.99', 99_999_999_999],
  ['0.001', undefined],
  ['01', undefined],
  ['', undefined],
])('%s is %s kopecks', (text, kopecks) => {
  expect(parseSum(text)).toBe(kopecks)
})

test('kopecks are written with a dot and two decimals', () => {
  expect([7, 70, 100, 250_050, 99_999_999_999].map(formatSum)).toEqual([
    ...['0.07', '0.70', '1.00'],
    ...['2500.50', '999999999.99'],
  ])
})
