import { expect, test } from 'vitest'
import {
  countServiceFilters,
  noServiceFilters,
  readServiceSearch,
  type ServiceSearch,
  serviceQueryOf,
  writeServiceSearch,
} from './search-params.ts'

const full: ServiceSearch = {
  text: 'макет',
  isExact: true,
  sort: 'cheap',
  category: '201',
  from: '5000',
  to: '15000',
  currency: '3',
  days: '7',
}

test('a search survives a round trip through the URL', () =>
  expect(readServiceSearch(writeServiceSearch(full))).toEqual(full))

test('a default search leaves only the kind in the URL, and a currency without a price is not kept', () => {
  expect(writeServiceSearch({ text: '', sort: 'fitting', ...noServiceFilters }).toString()).toBe(
    'show=services',
  )
  expect(writeServiceSearch({ ...full, from: '', to: '' }).has('currency')).toBe(false)
})

test('invalid values in the URL are dropped', () => {
  const address = 'sort=best&category=x&from=-5&to=abc&currency=0&days=5'
  expect(readServiceSearch(new URLSearchParams(address))).toEqual({
    text: '',
    isExact: false,
    sort: 'fitting',
    ...noServiceFilters,
  })
})

test('only set filters are sent, with the currency of the price', () => {
  expect(serviceQueryOf(full)).toEqual({
    query: 'макет',
    category_id: 201,
    price_from: 5000,
    price_to: 15_000,
    currency_id: 3,
    days_to: 7,
    sort: 'cheap',
    is_exact: true,
  })
  expect(serviceQueryOf({ text: ' ', sort: 'fitting', ...noServiceFilters })).toEqual({ sort: 'fitting' })
})

test('a price range counts once', () => {
  expect(countServiceFilters(full)).toBe(3)
  expect(countServiceFilters({ ...full, from: '', category: '' })).toBe(2)
  expect(countServiceFilters({ text: '', sort: 'fitting', ...noServiceFilters })).toBe(0)
})
