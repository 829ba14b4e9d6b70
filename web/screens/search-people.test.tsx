import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import { queryClient } from '#web/client/query.ts'
import { searchPeople } from '#web/features/people/queries.ts'
import { peopleFilters, readPeopleSearch } from '#web/features/people/search/search-params.ts'
import SearchPeopleScreen from './search-people.tsx'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})

beforeAll(() => {
  for (const area of ['app', 'rest', 'people', 'admin']) {
    const file = new URL(`../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

function renderFound(pagination: { total: number; is_capped: boolean }): string {
  const search = readPeopleSearch(new URLSearchParams())
  const { queryKey } = searchPeople({ filters: peopleFilters(search), sort: search.sort })
  const page = { items: [], next_cursor: null, pagination }
  queryClient.setQueryData(queryKey, { pages: [page], pageParams: [undefined] } as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/search/freelancer']}>
        <SearchPeopleScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a number of people that was not counted to its end has a plus', () => {
  expect(renderFound({ total: 1000, is_capped: true })).toContain('1000+ исполнителей')
  expect(renderFound({ total: 21, is_capped: false })).toContain('>21 исполнитель<')
})

test.each([
  [1, '1 новый сегодня'],
  [4, '4 новых сегодня'],
])('%i new people today are said in the right form', (count, text) => {
  expect(translations.t('admin.users.new', { count })).toBe(text)
})
