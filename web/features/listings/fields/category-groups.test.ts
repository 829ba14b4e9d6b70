import { expect, test } from 'vitest'
import { toOptionGroups } from './category-groups.ts'

const categoryList = [
  { id: 100, name: 'Сайты', parent_id: null },
  { id: 200, name: 'Дизайн', parent_id: null },
  { id: 201, name: 'Логотипы', parent_id: 200 },
  { id: 101, name: 'Вёрстка', parent_id: 100 },
  { id: 202, name: 'Иконки', parent_id: 200 },
]

test('groups list their own leaves, and only filters may choose a whole group', () => {
  const labels = (wholeGroupLabel?: (name: string) => string) =>
    toOptionGroups(categoryList, wholeGroupLabel).map(({ label, options }) => [
      label,
      ...options.map((option) => option.label),
    ])
  expect(labels()).toEqual([
    ['Сайты', 'Вёрстка'],
    ['Дизайн', 'Логотипы', 'Иконки'],
  ])
  expect(labels((name) => `${name}: все`)).toEqual([
    ['Сайты', 'Сайты: все', 'Вёрстка'],
    ['Дизайн', 'Дизайн: все', 'Логотипы', 'Иконки'],
  ])
  expect(toOptionGroups(categoryList, (name) => name)[1]?.options[0]?.value).toBe('200')
})
