import { expect, test } from 'vitest'
import type { Launch } from '#web/start/launch.ts'
import { firstPath } from './first-path.ts'

const launch: Launch = {
  initData: 'user=%7B%7D&hash=1',
  userId: 7000000001,
  languageCode: 'ru',
  startParam: null,
  platform: 'ios',
  version: '9.1',
  theme: {},
  isFresh: true,
}

test('a shared order opens on its page', () =>
  expect(firstPath({ ...launch, startParam: 'page_order___orderId_7' }, 'https://app.test/')).toBe(
    '/order/7',
  ))

test('the link is followed once: a reload stays where the person went', () => {
  const reloaded = { ...launch, startParam: 'page_order___orderId_7', isFresh: false }
  expect(firstPath(reloaded, 'https://app.test/listings')).toBe('/listings')
})

test('without a link the app opens on the personal collection', () =>
  expect(firstPath(launch, 'https://app.test/')).toBe('/search/personal'))

test('a broken link opens the personal collection too', () =>
  expect(firstPath({ ...launch, startParam: '../admin' }, 'https://app.test/')).toBe('/search/personal'))

test('an address of the app keeps its query', () =>
  expect(firstPath(launch, 'https://app.test/order/create?target=3&type=edit')).toBe(
    '/order/create?target=3&type=edit',
  ))

test('outside Telegram every address shows the same page', () =>
  expect(firstPath({ ...launch, initData: '' }, 'https://app.test/order/7')).toBe('/not-telegram'))

test('outside Telegram the pages of law can be read', () =>
  expect(firstPath({ ...launch, initData: '' }, 'https://app.test/privacy')).toBe('/privacy'))
