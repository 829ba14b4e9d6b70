import { describe, expect, test, vi } from 'vitest'
import { addPolyfills, polyfills } from './newer.ts'

const polyfillOf = (path: string) => polyfills[path]?.value as (...given: unknown[]) => unknown
const on = (self: unknown, path: string, ...given: unknown[]) => polyfillOf(path).apply(self, given)

const lists = [[], ['a'], ['a', 'b', 'c'], [undefined, 0, null]]
const indexes = [0, 1, -1, -3, 3, -4, 1.9, -1.9, Number.NaN, Number.POSITIVE_INFINITY, undefined]

test.each(lists)('`at` reads the list %j from both ends like the native one', (...list) => {
  for (const index of indexes) expect(on(list, 'Array.prototype.at', index)).toBe(list.at(index as number))
})

test('`at` reads the letters of a text likewise', () => {
  for (const index of indexes)
    expect(on('текст', 'String.prototype.at', index)).toBe('текст'.at(index as number))
})

test('`findLast` finds the last match and tests each item once from the end', () => {
  const seenArguments: unknown[] = []
  const recordCall = (item: unknown, index: unknown) => seenArguments.push([item, index]) > 1
  expect(on(['a', 'b', 'c'], 'Array.prototype.findLast', recordCall)).toBe('b')
  expect(seenArguments).toEqual([
    ['c', 2],
    ['b', 1],
  ])
  expect(on(['a'], 'Array.prototype.findLast', () => false)).toBeUndefined()
})

test('`toSorted` leaves the list unchanged', () => {
  const list = [10, 9, 1]
  expect(on(list, 'Array.prototype.toSorted')).toEqual(list.toSorted())
  expect(on(list, 'Array.prototype.toSorted', (one: number, other: number) => one - other)).toEqual([
    1, 9, 10,
  ])
  expect(list).toEqual([10, 9, 1])
})

test('`with` rejects an index out of range', () => {
  const list = ['a', 'b']
  expect(on(list, 'Array.prototype.with', -1, 'c')).toEqual(['a', 'c'])
  expect(list).toEqual(['a', 'b'])
  for (const index of [2, -3]) expect(() => on(list, 'Array.prototype.with', index, 'c')).toThrow(RangeError)
})

test('`hasOwn` distinguishes own from inherited properties, also without a prototype', () => {
  const bare = Object.assign(Object.create(null), { own: 1 })
  const hasOwn = polyfillOf('Object.hasOwn')
  expect([hasOwn(bare, 'own'), hasOwn({}, 'toString'), hasOwn('ab', 'length'), hasOwn([1], 0)]).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect(() => hasOwn(null, 'a')).toThrow(TypeError)
})

test('`URL.parse` returns null for an invalid URL', () => {
  const parse = polyfillOf('URL.parse')
  expect(String(parse('https://example.com/a b'))).toBe('https://example.com/a%20b')
  expect(String(parse('/b?c', 'https://example.com/a'))).toBe('https://example.com/b?c')
  for (const wrong of ['', 'example.com', '/b', 'http://']) expect(parse(wrong)).toBeNull()
  expect(parse('/b', 'no base')).toBeNull()
})

test('`size` counts parameters with duplicates', () => {
  const count = (text: string) =>
    polyfills['URLSearchParams.prototype.size']?.get?.call(new URLSearchParams(text))
  expect(['', 'a=1', 'a=1&a=2&b'].map(count)).toEqual([0, 1, 3])
})

test('random ids have version 4 and differ', () => {
  const ids = Array.from({ length: 200 }, () => String(polyfillOf('Crypto.prototype.randomUUID')()))
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(200)
})

describe('signals', () => {
  const abortSignalAny = polyfillOf('AbortSignal.any') as (signals: AbortSignal[]) => AbortSignal

  test('an aborted signal aborts the combined one with its reason, once', () => {
    const [one, other] = [new AbortController(), new AbortController()]
    const both = abortSignalAny([one.signal, other.signal])
    const listener = vi.fn()
    both.addEventListener('abort', listener)
    expect(both.aborted).toBe(false)
    other.abort('over')
    one.abort('later')
    expect([both.aborted, both.reason, listener.mock.calls.length]).toEqual([true, 'over', 1])
  })

  test('an already aborted signal aborts at once', () => {
    const both = abortSignalAny([
      new AbortController().signal,
      AbortSignal.abort('first'),
      AbortSignal.abort('second'),
    ])
    expect([both.aborted, both.reason]).toEqual([true, 'first'])
    expect(abortSignalAny([]).aborted).toBe(false)
  })

  test('a signal that forgets its reason is an AbortError', () => {
    const controller = new AbortController()
    Object.defineProperty(controller.signal, 'reason', { value: undefined })
    const both = abortSignalAny([controller.signal])
    controller.abort()
    expect(both.reason).toMatchObject({ name: 'AbortError' })
  })

  test('a timeout is a TimeoutError, also in engines that ignore reasons', () => {
    vi.useFakeTimers()
    const signal = (polyfillOf('AbortSignal.timeout') as (ms: number) => AbortSignal)(100)
    vi.advanceTimersByTime(99)
    expect(signal.aborted).toBe(false)
    vi.advanceTimersByTime(1)
    expect(signal.aborted).toBe(true)
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
    vi.useRealTimers()
  })
})

test('missing features are added as non-enumerable properties, existing ones are kept', () => {
  class Bare {}
  class Whole {}
  Object.assign(Whole.prototype, { at: 'own' })
  addPolyfills({ Array: Bare, String: Whole, URL: Bare })
  expect(Object.keys(Bare.prototype)).toEqual([])
  expect(Object.getOwnPropertyNames(Bare.prototype)).toContain('at')
  expect(Object.getOwnPropertyDescriptor(Bare, 'parse')).toMatchObject({ writable: true, enumerable: false })
  expect(Whole.prototype).toEqual({ at: 'own' })
})
