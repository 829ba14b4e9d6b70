import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'
import { ownListings } from '#web/features/listings/list-queries.ts'
import ListingsScreen from './listings.tsx'

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

const ownOrder = (id: number, title: string, status: string) => ({
  id,
  title,
  status,
  kind: 'order',
  is_owner: true,
  price: 50_000,
  min_stake: null,
  max_stake: null,
  currency: { code: 'RUB', symbol: '₽' },
  created_at: '2026-03-01T10:00:00Z',
  published_at: null,
  expires_at: null,
  deadline: null,
  responses_count: 0,
  new_responses: 0,
  executor: null,
  deal: null,
})

test('what waits on a later page stands with the others that wait, and each heading stands once', () => {
  const page = (...items: unknown[]) => ({ items, total: 4, next_cursor: null })
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1, is_client: true } } as never)
  queryClient.setQueryData(ownListings('order', 1).queryKey, {
    pages: [
      page(ownOrder(4, 'Снят', 'archived'), ownOrder(3, 'Черновик', 'draft')),
      page(ownOrder(2, 'Отклонён', 'rejected'), ownOrder(1, 'Закрыт', 'archived')),
    ],
    pageParams: [undefined, 'next'],
  } as never)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ListingsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const headings = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text = '']) =>
    text.replace(/<[^>]*>/g, ''),
  )
  expect(headings).toEqual(['Ждут вас', 'Черновик', 'Отклонён', 'Остальные', 'Снят', 'Закрыт'])
})
