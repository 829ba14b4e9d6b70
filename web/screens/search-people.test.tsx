import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { translations } from '#web/client/i18n-runtime.ts'
import { queryClient } from '#web/client/query.ts'
import { searchPeople } from '#web/features/people/queries.ts'
import { peopleFilters, readPeopleSearch } from '#web/features/people/search/search-params.ts'
import { countServices } from '#web/features/services/queries.ts'
import SearchPeopleScreen from './search-people.tsx'

function renderFound(pagination: { total: number; is_capped: boolean }, address = ''): string {
  const search = readPeopleSearch(new URLSearchParams(address))
  const { queryKey } = searchPeople({
    filters: peopleFilters(search),
    sort: search.sort,
    is_exact: search.isExact || undefined,
  })
  const page = { items: [], next_cursor: null, pagination }
  queryClient.setQueryData(queryKey, { pages: [page], pageParams: [undefined] } as never)
  return markupOf(<SearchPeopleScreen />, `/search/freelancer?${address}`)
}

test('a number of people that was not counted to its end has a plus', () => {
  expect(renderFound({ total: 1000, is_capped: true })).toContain('1000+ исполнителей')
  expect(renderFound({ total: 21, is_capped: false })).toContain('>21 исполнитель<')
})

test('where nobody was found, words and filters are named only if there are some', () => {
  const found = (address: string) =>
    renderFound({ total: 0, is_capped: false }, address).replaceAll('\u00a0', ' ')
  const onlyWords = found('query=zzzzqq')
  expect(onlyWords).toContain('на другой раскладке. Попробуйте другое слово.')
  expect(onlyWords).toContain('Стереть слова</')
  expect(onlyWords).not.toContain('Сбросить фильтры')
  expect(found('query=zzzzqq&exact=1')).not.toContain('опечатками')
  const onlyFilters = found('status=is_free')
  expect(onlyFilters).toContain('Попробуйте убрать часть фильтров')
  expect(onlyFilters).not.toContain('слово')
  expect(onlyFilters).toContain('Сбросить фильтры')
  expect(found('query=zzzzqq&status=is_free')).toContain('другое слово или меньше фильтров')
  const everybody = found('')
  expect(everybody).toContain('Никого не нашлось')
  expect(everybody).not.toMatch(/фильтров|Сбросить|Стереть/)
})

test('the number of services beside the people is asked as exactly as the people are', () => {
  const { queryKey } = countServices({ query: 'дизаин', is_exact: true })
  queryClient.setQueryData(queryKey, { items: [], next_cursor: null, total: 0, is_capped: false } as never)
  const corrected = countServices({ query: 'дизаин', is_exact: undefined })
  queryClient.setQueryData(corrected.queryKey, {
    items: [],
    next_cursor: null,
    total: 7,
    is_capped: false,
  } as never)
  const page = { total: 0, is_capped: false }
  const numbers = (address: string) =>
    [...renderFound(page, address).matchAll(/<span class="num">(\d*)</g)].map(([, number]) => number)
  expect(numbers('query=дизаин&exact=1')).toEqual(['0', '0'])
  expect(numbers('query=дизаин')).toEqual(['0', '7'])
})

test.each([
  [1, '1 новый сегодня'],
  [4, '4 новых сегодня'],
])('%i new people today are said in the right form', (count, text) => {
  expect(translations.t('admin.users.new', { count })).toBe(text)
})
