import { expect, test } from 'vitest'
import { searchCategories } from './category-search.ts'

const group = { id: 1, name: 'Фото и видео', parent_id: null }
const leaves = [
  'Создание онлайн-курсов',
  'Voice-over',
  'Видеосъёмка',
  'WordPress и другие CMS',
  'C++ и C#',
].map((name, at) => ({ id: at + 2, name, parent_id: 1 }))
const marked = (search: string) =>
  searchCategories([group, ...leaves], search).map(({ leaf, at, length }) =>
    at < 0 ? leaf.id : leaf.name.slice(at, at + length),
  )

test.each([
  ['видео', ['Видео', 2, 3, 5, 6]],
  ['видеосъемка', ['Видеосъёмка']],
  ['видеосъёмка'.normalize('NFD'), ['Видеосъёмка']],
  ['видeocъeмка', ['Видеосъёмка']],
  ['онлаин курсы', ['онлайн-курсов']],
  ['voice over', ['Voice-over']],
  ['voiceover', ['Voice-over']],
  ['вордпресс', ['WordPress']],
  ['С++', ['C++']],
  ['курсов онлайн', []],
  ['++', []],
  ['керамика', []],
])('%j marks %j', (search, expected) => {
  expect(marked(search)).toEqual(expected)
})
