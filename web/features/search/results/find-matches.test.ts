import { expect, test } from 'vitest'
import { findMatches } from './find-matches.ts'

const matched = (text: string, search: string) =>
  findMatches(text, search).map(([begin, end]) => text.slice(begin, end))

test.each([
  ['Нужна вёрстка лендинга', 'верс', ['вёрс']],
  ['Верстка письма', 'вёрстка', ['Верстка']],
  ['Логотип и логотип', 'ЛОГО', ['Лого', 'лого']],
  ['Сайт под ключ', 'а сайт', ['Сайт']],
  ['Ищем программиста', 'программист', ['программиста']],
  ['Тексты о вёрстке', 'вёрстка', ['вёрстке']],
  ['Инструкция к кофемашинам на C++', 'С++', ['C++']],
  ['Обмен с 1С', '1C', ['1С']],
  ['Дизайн-система', 'система', ['система']],
  ['Редизайн', 'дизайн', []],
])('«%s» searched by «%s»', (text, search, expected) => {
  expect(matched(text, search)).toEqual(expected)
})
