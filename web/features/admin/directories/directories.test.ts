import '#tests/support/components/boot.ts'

import { expect, test } from 'vitest'
import { findCategories } from './categories.tsx'
import { sortTariffs } from './tariffs.tsx'

const category = (id: number, parent_id: number | null, ru: string, en: string) =>
  ({ id, parent_id, names: { ru, en } }) as Parameters<typeof findCategories>[0][number]
const categories = [
  category(1, null, 'Боты', 'Bots'),
  category(11, 1, 'Telegram-боты', 'Telegram bots'),
  category(12, 1, 'Парсинг', 'Data collection'),
  category(2, null, 'Тексты', 'Texts'),
  category(21, 2, 'Рерайт', 'Rewriting'),
]

test.each([
  ['', { 1: [11, 12], 2: [21] }],
  [' telegram', { 1: [11] }],
  ['REWRIT', { 2: [21] }],
  ['Боты', { 1: [11, 12] }],
  ['zzz', {}],
])('the search for "%s" finds groups with their categories', (text, ids) => {
  const found = findCategories(categories, text).map(({ group, leaves }) => [
    group.id,
    leaves.map(({ id }) => id),
  ])
  expect(Object.fromEntries(found)).toEqual(ids)
})

test('prices in effect come first, the most bought of them at the top', () => {
  const tariff = (id: number, state: string, sold: number, product = 'project') =>
    ({ id, state, sold, product }) as Parameters<typeof sortTariffs>[0][number]
  const tariffs = [
    tariff(1, 'past', 90),
    tariff(2, 'now', 0, 'response'),
    tariff(3, 'now', 0, 'vacancy'),
    tariff(4, 'later', 0),
    tariff(5, 'now', 7, 'response'),
  ]
  expect(sortTariffs(tariffs).map(({ id }) => id)).toEqual([5, 3, 2, 4, 1])
})
