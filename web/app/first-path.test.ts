import { expect, test } from 'vitest'
import type { Launch } from '#web/start/session/launch.ts'
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

const reloaded = { ...launch, isFresh: false }
const outside = { ...launch, initData: '' }
const boot = { launch, linkedPath: null }

test('a link of the launch wins over the address', () =>
  expect(firstPath({ launch, linkedPath: '/order/7' }, 'https://app.test/listings')).toBe('/order/7'))

test('a reload stays where the person went', () =>
  expect(firstPath({ launch: reloaded, linkedPath: null }, 'https://app.test/listings')).toBe('/listings'))

test('a client that makes the frame anew comes back to where the person was', () => {
  expect(firstPath({ launch: reloaded, linkedPath: null }, 'https://app.test/', '/chat/7')).toBe('/chat/7')
  expect(firstPath(boot, 'https://app.test/', '/chat/7')).toBe('/search/personal')
})

test('without a link the app opens on the personal collection', () =>
  expect(firstPath(boot, 'https://app.test/')).toBe('/search/personal'))

test('an address of the app keeps its query', () =>
  expect(firstPath(boot, 'https://app.test/order/create?target=3&type=edit')).toBe(
    '/order/create?target=3&type=edit',
  ))

test('outside Telegram every address shows the same page', () =>
  expect(firstPath({ launch: outside, linkedPath: null }, 'https://app.test/order/7')).toBe('/not-telegram'))

test('outside Telegram the pages of law can be read', () =>
  expect(firstPath({ launch: outside, linkedPath: null }, 'https://app.test/privacy')).toBe('/privacy'))
