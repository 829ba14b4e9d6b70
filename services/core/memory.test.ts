import { expect, test } from 'vitest'
import { createMemory } from './memory.ts'

const at = (ms: number) => new Date(1_795_176_000_000 + ms)

test('an answer serves until its time is over, and a newer one takes its place', () => {
  const memory = createMemory<string>({ ms: 30, most: 2 })
  expect(memory.find('a', at(0))).toBeUndefined()
  memory.keep('a', 'first', at(0))
  expect([29, 30].map((ms) => memory.find('a', at(ms)))).toEqual(['first', undefined])
  memory.keep('a', 'second', at(30))
  expect([59, 60].map((ms) => memory.find('a', at(ms)))).toEqual(['second', undefined])
})

test('as many are known as were allowed; one more and all are forgotten but the last', () => {
  const memory = createMemory<number>({ ms: 30, most: 2 })
  const known = () => ['a', 'b', 'c'].map((key) => memory.find(key, at(0)))
  memory.keep('a', 1, at(0))
  memory.keep('b', 2, at(0))
  expect(known()).toEqual([1, 2, undefined])
  memory.keep('c', 3, at(0))
  expect(known()).toEqual([undefined, undefined, 3])
})

test('those that are meant are forgotten, and no others', () => {
  const memory = createMemory<number>({ ms: 30, most: 9 })
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 1 })) memory.keep(key, value, at(0))
  memory.forget((value) => value === 1)
  expect(['a', 'b', 'c'].map((key) => memory.find(key, at(0)))).toEqual([undefined, 2, undefined])
})
