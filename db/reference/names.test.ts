import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages, type Names } from '#contract/languages.ts'
import { currencies, priceTerms } from './lists.ts'

type Category = { id: number; names: Names; leaves?: Category[] }
const groups: Category[] = JSON.parse(readFileSync(new URL('categories.json', import.meta.url), 'utf8'))
const categories = groups.flatMap((group) => [group, ...(group.leaves ?? [])])

test.each([
  ['categories', categories.map(({ names }) => names)],
  ['currencies', currencies.map(({ names }) => names)],
  ['price terms', priceTerms.flatMap(({ names, descriptions }) => [names, descriptions])],
])('%s have a name in every language', (_, namesOfRows: Names[]) => {
  for (const names of namesOfRows)
    expect(
      languages.filter((language) => !names[language]?.trim()),
      JSON.stringify(names),
    ).toEqual([])
})
