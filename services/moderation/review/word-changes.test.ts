import { expect, test } from 'vitest'
import { changedShare, compareWords } from './word-changes.ts'

const shown = (before: string, after: string) =>
  compareWords(before, after)
    .map(({ is, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[is])
    .join('')

test.each([
  ['одно слово', 'одно слово', 'одно слово'],
  [
    'всего 14 экранов. Ждём макеты',
    'всего 22 экрана. Ждём макеты',
    'всего [-14 экранов. -][+22 экрана. +]Ждём макеты',
  ],
  ['Ждём макеты', 'Ждём макеты в Figma', 'Ждём макеты [+в Figma+]'],
  ['', 'новое', '[+новое+]'],
  ['старое', '', '[-старое-]'],
])('from %j to %j', (before, after, expected) => expect(shown(before, after)).toBe(expected))

test('the pieces make up both versions, word for word', () => {
  const before = 'Нужен логотип и вывеска для пекарни, три варианта, срок неделя'
  const after = 'Нужна вывеска и логотип для большой пекарни, два варианта'
  const pieces = compareWords(before, after)
  const version = (other: string) =>
    pieces.flatMap(({ is, text }) => (is === other ? [] : text.split(/\s+/).filter(Boolean)))
  expect(version('added')).toEqual(before.split(' '))
  expect(version('removed')).toEqual(after.split(' '))
})

test('the share is of the longer version, and a change is never nothing', () => {
  expect(changedShare(compareWords('а б в г', 'а б в д'))).toBe(25)
  expect(changedShare(compareWords('а б', 'а б в г'))).toBe(50)
  const long = 'слово '.repeat(999)
  expect(changedShare(compareWords(`${long}конец`, `${long}иначе`))).toBe(1)
  expect(changedShare(compareWords('то же', 'то же'))).toBe(0)
})

test('texts of thousands of words take no longer than a moment', () => {
  const text = (word: string) => Array.from({ length: 5000 }, (_, at) => `${word}${at}`).join(' ')
  const start = performance.now()
  expect(compareWords(text('а'), text('б')).map(({ is }) => is)).toEqual(['removed', 'added'])
  expect(performance.now() - start).toBeLessThan(3000)
})
