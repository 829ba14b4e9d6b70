import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOffer } from './offer.ts'

test.each([
  ['18000, 7 дней, экранов три', 18_000, undefined, 7, 'экранов три'],
  ['18к за неделю, экранов три', 18_000, undefined, 7, 'экранов три'],
  ['18 тысяч, 7 дней', 18_000, undefined, 7, null],
  ['18000', 18_000, undefined, null, null],
  ['18 000 ₽', 18_000, 'RUB', null, null],
  ['18000,7 дней', 18_000, undefined, 7, null],
  ['18,5 тысяч, 10 дней', 18_500, undefined, 10, null],
  ['7 дней, 18000', 18_000, undefined, 7, null],
  ['восемнадцать тысяч, три недели', 18_000, undefined, 21, null],
  ['18000 за 10 рабочих дней', 18_000, undefined, 10, null],
  ['18000 за месяц', 18_000, undefined, 30, null],
  [
    '18000\n7 дней\nЭкранов три, а не один: ещё оплата.',
    18_000,
    undefined,
    7,
    'Экранов три, а не один: ещё оплата.',
  ],
  ['18000 потому что экранов больше', 18_000, undefined, null, 'потому что экранов больше'],
  ['18000 ₽ — 7 дней — нужны ещё иконки', 18_000, 'RUB', 7, 'нужны ещё иконки'],
  ['18000, за 7 дней успею', 18_000, undefined, 7, 'за 7 дней успею'],
  ['18k, 7 days', 18_000, undefined, 7, null],
  ['$300 in a week, two more screens', 300, 'USD', 7, 'two more screens'],
  ['18000, 7 days, it is three screens', 18_000, undefined, 7, 'it is three screens'],
  ['18000, 1 день', 18_000, undefined, 1, null],
  ['18000, 365 дней', 18_000, undefined, 365, null],
])('%j is %d %s in %s days: %s', (text, units, code, days, words) => {
  expect(readOffer(text)).toEqual({ price: units * 100, code, days, words })
})

test.each([
  ['more than a year', '18000, 366 дней', '366 дней'],
  ['no day', '18000, 0 дней', '0 дней'],
])('%s is no duration, and the words stay', (_, text, words) => {
  expect(readOffer(text)).toEqual({ price: 1_800_000, code: undefined, days: null, words })
})

test.each([
  '',
  'дорого',
  '7 дней',
  'за неделю',
  'сегодня не могу',
  '18000-20000',
  '18000, 20000',
  '0',
  '0, 7 дней',
  'seven days',
])('%j names no price', (text) => {
  expect(readOffer(text)).toBeNull()
})

test('any text is read without an error, and a price is positive', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const offer = readOffer(text)
      return offer === null || (offer.price > 0 && (offer.days === null || offer.days >= 1))
    }),
  )
})
