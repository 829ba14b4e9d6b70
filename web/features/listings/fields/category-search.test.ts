import { expect, test } from 'vitest'
import { type Category, searchCategories } from './category-search.ts'

const categoryList: Category[] = [
  { id: 200, name: 'Боты и автоматизация', parent_id: null },
  { id: 201, name: 'Telegram-боты', parent_id: 200 },
  { id: 202, name: 'Парсинг', parent_id: 200 },
  { id: 300, name: 'Тексты', parent_id: null },
  { id: 301, name: 'Тексты для ботов', parent_id: 300 },
  { id: 302, name: 'Работа с отчётами', parent_id: 300 },
]
const matchesOf = (searchText: string) =>
  searchCategories(categoryList, searchText).map(({ leaf, group, at }) => [leaf.id, group, at])

test('categories match by the start of a word, then by their group', () => {
  expect(matchesOf('БОТ')).toEqual([
    [201, 'Боты и автоматизация', 9],
    [301, 'Тексты', 11],
    [202, 'Боты и автоматизация', -1],
  ])
  // The search finds nothing in the middle of a word, and "ё" equals "е".
  expect(matchesOf('абот')).toEqual([])
  expect(matchesOf('отчет')).toEqual([[302, 'Тексты', 9]])
})
