import { expect, test } from 'vitest'
import { countFilters, filtersOf, readSearch, writeSearch } from './search-params.ts'

test('a search survives its way through the address', () => {
  const params = new URLSearchParams(
    'query=лендинг&sort=high_budget&from=20+000&category=201&experience=y3_6,gt6&competition=low&marks=is_remote',
  )
  const search = readSearch(params)
  expect(readSearch(writeSearch(search))).toEqual(search)
  expect(countFilters(search)).toBe(6)
  expect(filtersOf(search)).toMatchObject({
    search: 'лендинг',
    price_from: 20_000,
    currency_id: 1,
    category_id: [201],
    is_remote: true,
    is_urgent: undefined,
    experience: ['y3_6', 'gt6'],
  })
})

test('what is not an option is dropped from the address', () => {
  const search = readSearch(new URLSearchParams('sort=evil&experience=none,%27--&competition=low,extreme'))
  expect(search.sort).toBe('newest')
  expect(search.chosen).toMatchObject({ experience: ['none'], competition: ['low'] })
})
