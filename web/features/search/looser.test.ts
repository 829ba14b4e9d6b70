import { expect, test } from 'vitest'
import { looserSearches, nearest } from './looser.ts'
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
  expect(nearest(['a', 'b', 'c'], [2, 7, undefined])).toEqual({ found: 'b', count: 7 })
  expect(nearest(['a', 'b'], [0, 0])).toBeNull()
})
