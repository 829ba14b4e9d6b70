import { expect, test, vi } from 'vitest'
import { searchListings } from '#web/features/listings/list-queries.ts'
import { reviewsOf, searchPeople } from '#web/features/people/queries.ts'
import { responsesOf } from '#web/features/responses/queries.ts'

// Boot state that the mini-app's modules expect.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: {
      launch: { initData: '', userId: null, isFresh: false },
      startedAt: 0,
      login: null,
      firstData: null,
    },
    localStorage: { getItem: () => 'ru' },
  })
})

/** The next page's parameter of a list, given its last page. */
const next = (options: { getNextPageParam: unknown }, last: object) =>
  (options.getNextPageParam as (last: object, all: object[]) => unknown)(last, [last])
const place = (page: number, pages: number) => ({ items: [], pagination: { page, pages } })

test.each(['order', 'vacancy'] as const)('a list of %s ends with its last page', (kind) => {
  const list = searchListings(kind, {})
  expect(next(list, place(1, 3))).toBe(2)
  expect(next(list, place(3, 3))).toBeUndefined()
  expect(next(list, place(1, 0))).toBeUndefined()
})

test('reviews end with their last page', () => {
  expect(next(reviewsOf(1), place(2, 3))).toBe(3)
  expect(next(reviewsOf(1), place(3, 3))).toBeUndefined()
})

test('lists with a cursor end without one', () => {
  for (const list of [searchPeople({}), responsesOf(1, { sort: 'default', group: 'all' })]) {
    expect(next(list, { next_cursor: 'abc' })).toBe('abc')
    expect(next(list, { next_cursor: null })).toBeUndefined()
  }
})
