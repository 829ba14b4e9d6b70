import { expect, test } from 'vitest'
import { initialScroll, rememberScroll } from './scroll.ts'

const page = { key: 'k1', address: '/order/7/responses' }
rememberScroll('k1', 500)
rememberScroll('/search/orders', 300)

test.each([
  ['Back finds a page that the menu does not name', { ...page, isBack: true, isPlace: false }, 500],
  [
    'the same address opened anew begins at its top',
    { ...page, key: 'k2', isBack: false, isPlace: false },
    0,
  ],
  ['a step forward to it does too', { ...page, isBack: false, isPlace: false }, 0],
  [
    'Back finds a place of the menu',
    { key: 'k3', address: '/search/orders', isBack: true, isPlace: true },
    300,
  ],
  ['so does the menu', { key: 'k4', address: '/search/orders', isBack: false, isPlace: true }, 300],
  ['not with other filters', { key: 'k5', address: '/search/orders?q=1', isBack: false, isPlace: true }, 0],
])('%s', (_name, arrival, wanted) => {
  expect(initialScroll(arrival).wantedY).toBe(wanted)
})
