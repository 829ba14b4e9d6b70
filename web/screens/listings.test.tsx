import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { queryClient, sessionQuery } from '#web/client/query.ts'
import { ownListings } from '#web/features/listings/list-queries.ts'
import ListingsScreen from './listings.tsx'

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

const page = (...items: unknown[]) => ({ items, total: 4, next_cursor: null })
function renderListings(...pages: unknown[]): string {
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1, is_client: true } } as never)
  const pageParams = pages.map((_page, index) => (index === 0 ? undefined : 'next'))
  queryClient.setQueryData(ownListings('order', 1).queryKey, { pages, pageParams } as never)
  return markupOf(<ListingsScreen />)
}

const headingsOf = (html: string) =>
  [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, text = '']) => text.replace(/<[^>]*>/g, '').trim())

test('what waits on a later page stands with the others that wait, and each heading stands once', () => {
  const html = renderListings(
    page(ownOrder(4, 'Снят', 'archived'), ownOrder(3, 'Черновик', 'draft')),
    page(ownOrder(2, 'Отклонён', 'rejected'), ownOrder(1, 'Закрыт', 'archived')),
  )
  expect(headingsOf(html)).toEqual(['Ждут вас 2', 'Черновик', 'Отклонён', 'Остальные 2', 'Снят', 'Закрыт'])
})

test('the groups have no number while a page is not loaded', () => {
  const first = {
    ...page(ownOrder(4, 'Снят', 'archived'), ownOrder(3, 'Черновик', 'draft')),
    next_cursor: 'next',
  }
  expect(headingsOf(renderListings(first))).toEqual(['Ждут вас', 'Черновик', 'Остальные', 'Снят'])
})

test('the button that creates is the only accent one, and handed-in work is named', () => {
  const deal = { price: 50_000, currency: { code: 'RUB', symbol: '₽' }, handed_in_at: '2026-03-02T10:00:00Z' }
  const html = renderListings(
    page(
      ownOrder(4, 'Черновик', 'draft'),
      ownOrder(3, 'Истёк', 'expired'),
      { ...ownOrder(2, 'Работа', 'in_progress'), deal },
      { ...ownOrder(1, 'Другая работа', 'in_progress'), deal: { ...deal, handed_in_at: null } },
    ),
  )
  expect(html.match(/<(?:a|button) [^>]*class="[^"]*accent[^"]*"/g)).toHaveLength(1)
  expect(html.match(/Работа сдана/g)).toHaveLength(1)
  expect(html.match(/В работе/g)).toHaveLength(1)
})
