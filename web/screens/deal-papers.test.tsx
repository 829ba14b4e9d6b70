import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import '#tests/support/components/markup.tsx'
import { ApiError } from '#web/client/http/http.ts'
import { papersOf } from '#web/features/deals/papers/use-papers.ts'
import DealPapersScreen from './deal-papers.tsx'

/** Draws the screen after its query ended with this error. */
async function screenAfter(error: ApiError): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  await client
    .fetchQuery({ queryKey: papersOf(7).queryKey, queryFn: () => Promise.reject(error), retry: false })
    .catch(() => {})
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/order/7/papers']}>
        <Routes>
          <Route path="/order/:id/papers" element={<DealPapersScreen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

test.each([
  ['deal_not_finished', 'Документы появятся, когда заказ будет завершён'],
  ['not_found', 'Заказ не найден'],
  ['offline', 'Не загрузилось: нет связи'],
  ['internal', 'Повторить'],
] as const)('papers that do not load (%s) say why', async (code, words) => {
  const status = { deal_not_finished: 409, not_found: 404, offline: 0, internal: 500 }[code]
  expect(await screenAfter(new ApiError(code, { statusCode: status }))).toContain(words)
})
