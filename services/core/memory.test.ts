import { expect, test, vi } from 'vitest'
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

test('what is over is not held any longer, though nobody asks for it', () => {
  vi.useFakeTimers()
  const memory = createMemory<string>({ ms: 30, most: 9 })
  const held = () => {
    const values: string[] = []
    memory.forget((value) => values.push(value) < 0)
    return values
  }
  memory.keep('a', 'first', at(0))
  vi.advanceTimersByTime(20)
  memory.keep('b', 'second', at(20))
  vi.advanceTimersByTime(20)
  memory.keep('c', 'third', at(40))
  expect(held()).toEqual(['first', 'second', 'third'])
  vi.advanceTimersByTime(20)
  expect(held()).toEqual(['third'])
  vi.advanceTimersByTime(30)
  expect(held()).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
