import { expect, test } from 'vitest'
import { findBestSearch, relaxedSearches } from './fewer-filters.ts'
import { parseSearchParams, toSearchParams } from './search-params.ts'

const search = parseSearchParams(
  new URLSearchParams('query=лендинг&category=201&from=60000&experience=y3_6,gt6&competition=low'),
)

test('each relaxed search removes one filter, keeps the text and names the filter', () => {
  const searchTexts = relaxedSearches(search).map(({ search: relaxed, removedFilter }) => [
    decodeURIComponent(String(toSearchParams(relaxed))),
    decodeURIComponent(String(toSearchParams(removedFilter))),
  ])
  expect(searchTexts).toEqual([
    ['query=лендинг&from=60000&experience=y3_6,gt6&competition=low', 'category=201'],
    ['query=лендинг&category=201&experience=y3_6,gt6&competition=low', 'from=60000'],
    ['query=лендинг&category=201&from=60000&experience=gt6&competition=low', 'experience=y3_6'],
    ['query=лендинг&category=201&from=60000&experience=y3_6&competition=low', 'experience=gt6'],
    ['query=лендинг&category=201&from=60000&experience=y3_6,gt6', 'competition=low'],
  ])
})

test('the search with the most results wins, and none is proposed without results', () => {
  const totals = [2, 7, 0].map((total) => ({ total, is_capped: false }))
  expect(findBestSearch(['a', 'b', 'c', 'd'], [...totals, undefined])).toEqual({
    found: 'b',
    total: totals[1],
  })
  expect(findBestSearch(['a', 'b'], [totals[2], totals[2]])).toBeNull()
})
