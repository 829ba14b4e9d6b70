import { expect, test } from 'vitest'
import { looserSearches, nearest } from './fewer-filters.ts'
import { readSearch, writeSearch } from './search-params.ts'

const search = readSearch(
  new URLSearchParams('query=лендинг&category=201&from=60000&experience=y3_6,gt6&competition=low'),
)

test('each looser search lacks one filter, keeps the words and names what it lacks', () => {
  const loose = looserSearches(search).map(({ search: looser, without }) => [
    decodeURIComponent(String(writeSearch(looser))),
    decodeURIComponent(String(writeSearch(without))),
  ])
  expect(loose).toEqual([
    ['query=лендинг&from=60000&experience=y3_6,gt6&competition=low', 'category=201'],
    ['query=лендинг&category=201&experience=y3_6,gt6&competition=low', 'from=60000'],
    ['query=лендинг&category=201&from=60000&experience=gt6&competition=low', 'experience=y3_6'],
    ['query=лендинг&category=201&from=60000&experience=y3_6&competition=low', 'experience=gt6'],
    ['query=лендинг&category=201&from=60000&experience=y3_6,gt6', 'competition=low'],
  ])
})

test('the nearest is the one that finds most, and none is proposed that finds nothing', () => {
  const totals = [2, 7, 0].map((total) => ({ total, is_capped: false }))
  expect(nearest(['a', 'b', 'c', 'd'], [...totals, undefined])).toEqual({ found: 'b', total: totals[1] })
  expect(nearest(['a', 'b'], [totals[2], totals[2]])).toBeNull()
})
