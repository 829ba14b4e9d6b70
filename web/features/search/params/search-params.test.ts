import { expect, test } from 'vitest'
import { countFilters, parseSearchParams, toApiFilters, toSearchParams } from './search-params.ts'

test('a search survives a round trip through the URL', () => {
  const params = new URLSearchParams(
    'query=лендинг&sort=high_budget&from=20+000&category=201&experience=y3_6,gt6&competition=low&marks=is_remote',
  )
  const search = parseSearchParams(params)
  expect(parseSearchParams(toSearchParams(search))).toEqual(search)
  expect(countFilters(search)).toBe(6)
  expect(toApiFilters(search)).toMatchObject({
    search: 'лендинг',
    price_from: 20_000,
    currency_id: 1,
    category_id: [201],
    is_remote: true,
    is_urgent: undefined,
    experience: ['y3_6', 'gt6'],
  })
})

test('a link with the bucket of experience that is no longer offered chooses the one around it', () => {
  const search = parseSearchParams(new URLSearchParams('experience=y1_2,y1_3,gt6'))
  expect(search.chosen.experience).toEqual(['y1_3', 'gt6'])
})

test('invalid options in the URL are dropped', () => {
  const search = parseSearchParams(
    new URLSearchParams('sort=evil&experience=none,%27--&competition=low,extreme'),
  )
  expect(search.sort).toBe('newest')
  expect(search.chosen).toMatchObject({ experience: ['none'], competition: ['low'] })
})
