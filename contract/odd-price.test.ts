import { expect, test } from 'vitest'
import { oddPrice } from './odd-price.ts'

test.each([
  ['within', 50_000, [45_000, 60_000], null],
  ['three times the upper end', 180_000, [45_000, 60_000], null],
  ['more than that', 180_001, [45_000, 60_000], { side: 'above', times: 3 }],
  ['roubles typed as TON', 650_000, [45_000, 60_000], { side: 'above', times: 11 }],
  ['a third of the lower end', 15_000, [45_000, 60_000], null],
  ['less than that', 14_999, [45_000, 60_000], { side: 'below', times: 3 }],
  ['a budget of one end', 100, [null, 1_000], { side: 'below', times: 10 }],
  ['no budget', 100, [null, null], null],
  ['for nothing', 0, [45_000, 60_000], null],
])('%s', (_name, price, budget, odd) => {
  expect(oddPrice(price, budget)).toEqual(odd)
})
