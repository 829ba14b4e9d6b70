import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import { queryClient } from '#web/client/query.ts'
import { favouriteOrders, favouritePeople } from '#web/features/favorites/queries.ts'
import FavouritesScreen from './favourites.tsx'

// Boot state that the mini-app's modules expect.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})

beforeAll(() => {
  for (const area of ['app', 'rest', 'deals']) {
    const file = new URL(`../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

test('a segment has the number of its favourites, but no zero and no number that is not loaded', () => {
  const empty = (total: number) => ({
    pages: [{ items: [], total, next_cursor: null }],
    pageParams: [undefined],
  })
  queryClient.setQueryData(favouriteOrders().queryKey, empty(3) as never)
  queryClient.setQueryData(favouritePeople().queryKey, empty(0) as never)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <FavouritesScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const segments = [...html.matchAll(/<button[^>]*role="radio"[^>]*>(.*?)<\/button>/g)].map(([, text = '']) =>
    text.replace(/<[^>]*>/g, '').trim(),
  )
  expect(segments).toEqual(['Заказы 3', 'Вакансии', 'Люди'])
})
