import { expect, test } from 'vitest'
import { linkedPath } from './linked-path.ts'

test('a shared order opens on its page', () =>
  expect(linkedPath({ startParam: 'page_order___orderId_7', isFresh: true })).toBe('/order/7'))

test('a link is followed once: a reload has none', () =>
  expect(linkedPath({ startParam: 'page_order___orderId_7', isFresh: false })).toBeNull())

test('a broken link opens the personal collection', () =>
  expect(linkedPath({ startParam: '../admin', isFresh: true })).toBe('/search/personal'))

test('a launch without a link leads nowhere', () =>
  expect(linkedPath({ startParam: '', isFresh: true })).toBeNull())
