import { expect, test } from 'vitest'
import { linkedPath } from './linked-path.ts'

test('a shared order opens on its page', () =>
  expect(linkedPath({ startParam: 'page_order___orderId_7', isFresh: true })).toBe('/order/7'))

test('a link of a post in a channel opens the listing', () => {
  expect(linkedPath({ startParam: 'page_order___orderId_7___from_3', isFresh: true })).toBe('/order/7')
  expect(linkedPath({ startParam: 'page_vacancy___vacansyId_8___from_3', isFresh: true })).toBe('/vacancy/8')
})

test('a link is followed once, not after a reload', () =>
  expect(linkedPath({ startParam: 'page_order___orderId_7', isFresh: false })).toBeNull())

test('a broken link opens the feed', () =>
  expect(linkedPath({ startParam: '../admin', isFresh: true })).toBe('/search/personal'))

test('a launch without a link has no path', () =>
  expect(linkedPath({ startParam: '', isFresh: true })).toBeNull())
