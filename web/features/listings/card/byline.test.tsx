import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import { queryClient } from '#web/client/query.ts'
import { ListingPage } from '#web/features/listing-page/listing-page.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import { Byline } from './byline.tsx'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})

// The queue of responses is a store of the browser, which cannot be rendered on a server.
vi.mock('#web/features/responses/received/waiting-responses.ts', async (load) => ({
  ...(await load<object>()),
  useWaitingResponse: () => undefined,
}))

beforeAll(() => {
  for (const area of ['app', 'rest', 'deals']) {
    const file = new URL(`../../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

type AuthorRecord = NonNullable<Listing['author_record']>

const author = { id: 2, full_name: 'Мастерская «Глина»', rating: 5, is_verified: false } as Listing['author']
const newcomer = (closed: number): AuthorRecord => ({ closed, figures: null, paid_placements: 1 })
const answering = (wait_minutes: number | null): AuthorRecord => ({
  closed: 11,
  figures: { hired: 8, answers: { percent: 85, answered: 96, responses: 112, wait_minutes } },
  paid_placements: 12,
})

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|')
const lineOf = (record: AuthorRecord | null) =>
  textOf(
    renderToStaticMarkup(
      <MemoryRouter>
        <Byline author={author} author_record={record} />
      </MemoryRouter>,
    ),
  )

test.each([
  [newcomer(0), 'закрытых объявлений нет'],
  [newcomer(1), 'закрыто 1 объявление'],
  [newcomer(2), 'закрыто 2 объявления'],
  [answering(null), 'закрыто 11 объявлений'],
  [answering(20), 'отвечает за 1 час'],
  [answering(180), 'отвечает за 3 часа'],
  [answering(3 * 24 * 60), 'отвечает за 3 дня'],
])('the line under a listing names one fact of the author (%#)', (record, fact) => {
  const line = lineOf(record)
  expect(line).toContain('Мастерская «Глина»')
  expect(line).toContain('5,0')
  expect(line).toContain(`|${fact}|`)
})

test('the author stands below the task', () => {
  const listing = {
    id: 7,
    kind: 'order',
    title: 'Логотип',
    status: 'published',
    is_active: true,
    is_owner: false,
    is_responded: false,
    author,
    author_record: newcomer(2),
    responses: [],
    skills: [],
    tags: [],
    currency: { code: 'RUB', symbol: '₽' },
    price: 25_000,
    created_at: '2026-03-01T10:00:00Z',
  } as unknown as Listing
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ListingPage listing={listing} me={{ id: 1 } as never} sheet={() => null}>
          <p>Задача</p>
        </ListingPage>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const [beforeTask = '', afterTask = ''] = textOf(markup).split('|Задача|')
  expect(beforeTask).not.toContain(author.full_name)
  expect(afterTask).toContain('закрыто 2 объявления')
})
