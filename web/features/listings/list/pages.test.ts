import '#tests/support/components/boot.ts'

import { expect, test } from 'vitest'
import { searchListings } from '#web/features/listings/list-queries.ts'
import { reviewsOf, searchPeople } from '#web/features/people/queries.ts'
import { responsesOf } from '#web/features/responses/queries.ts'

/** Returns the parameter with which a list requests its next page, given its last page. */
const nextPageParam = (options: { getNextPageParam: unknown }, last: object) =>
  (options.getNextPageParam as (last: object, all: object[]) => unknown)(last, [last])
const pageAt = (page: number, pages: number) => ({ items: [], pagination: { page, pages } })

test.each(['order', 'vacancy'] as const)('a list of %s ends with its last page', (kind) => {
  const list = searchListings(kind, {})
  expect(nextPageParam(list, pageAt(1, 3))).toBe(2)
  expect(nextPageParam(list, pageAt(3, 3))).toBeUndefined()
  expect(nextPageParam(list, pageAt(1, 0))).toBeUndefined()
})

test('reviews end with their last page', () => {
  expect(nextPageParam(reviewsOf(1), pageAt(2, 3))).toBe(3)
  expect(nextPageParam(reviewsOf(1), pageAt(3, 3))).toBeUndefined()
})

test('lists with a cursor end without one', () => {
  for (const list of [searchPeople({}), responsesOf(1, { sort: 'default', group: 'all' })]) {
    expect(nextPageParam(list, { next_cursor: 'abc' })).toBe('abc')
    expect(nextPageParam(list, { next_cursor: null })).toBeUndefined()
  }
})
