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
const launchOutside = { ...launch, initData: '' }
const bootState = { launch, linkedPath: null }

test('the deep link of a launch wins over the URL', () =>
  expect(firstPath({ launch, linkedPath: '/order/7' }, 'https://app.test/listings')).toBe('/order/7'))

test('a reload stays on the current path', () =>
  expect(firstPath({ launch: reloaded, linkedPath: null }, 'https://app.test/listings')).toBe('/listings'))

test('a recreated frame restores the last path', () => {
  expect(firstPath({ launch: reloaded, linkedPath: null }, 'https://app.test/', '/chat/7')).toBe('/chat/7')
  expect(firstPath(bootState, 'https://app.test/', '/chat/7')).toBe('/search/personal')
})

test('without a link the app opens the feed', () =>
  expect(firstPath(bootState, 'https://app.test/')).toBe('/search/personal'))

test('a path of the app keeps its query', () =>
  expect(firstPath(bootState, 'https://app.test/order/create?target=3&type=edit')).toBe(
    '/order/create?target=3&type=edit',
  ))

test('outside Telegram every path shows the same page', () =>
  expect(firstPath({ launch: launchOutside, linkedPath: null }, 'https://app.test/order/7')).toBe(
    '/not-telegram',
  ))

test('legal documents are readable outside Telegram', () =>
  expect(firstPath({ launch: launchOutside, linkedPath: null }, 'https://app.test/privacy')).toBe('/privacy'))
