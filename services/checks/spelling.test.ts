import { expect, test } from 'vitest'
import { fold } from './skeleton.ts'
import { disguisedWords } from './spelling.ts'

const finds = (phrase: string, text: string) => disguisedWords(phrase).test(fold(text).text)

test.each([
  ['a', '4@'],
  ['b', '8'],
  ['c', '$s'],
  ['e', '3'],
  ['g', '9'],
  ['i', '1l!|'],
  ['l', '1i|'],
  ['o', '0'],
  ['s', '5$'],
  ['t', '7'],
  ['z', '2'],
  ['б', '6b'],
  ['г', 'r'],
  ['з', '3'],
  ['и', 'uй'],
  ['л', 'l'],
  ['п', 'n'],
  ['ч', '4'],
])('%s is also written as each of %s', (letter, signs) => {
  for (const sign of [letter, ...signs])
    expect([sign, finds(`д${letter}д`, `д${sign}д`)]).toEqual([sign, true])
  expect(finds(`д${letter}д`, 'дфд')).toBe(false)
})

test('up to two signs may stand between letters, three between words', () => {
  expect(finds('да', 'д._а')).toBe(true)
  expect(finds('да', 'д._-а')).toBe(false)
  expect(finds('да нет', 'да - нет')).toBe(true)
  expect(finds('да нет', 'да -- -- нет')).toBe(false)
})

test('words are whole; ~ takes any ending, … what lies between in one sentence', () => {
  expect(finds('да', 'вода')).toBe(false)
  expect(finds('вод~', 'водами')).toBe(true)
  expect(finds('да…нет', 'да, но скорее нет')).toBe(true)
  expect(finds('да…нет', 'да! Скорее нет')).toBe(false)
})
