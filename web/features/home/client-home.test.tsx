import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import { queryClient } from '#web/client/query.ts'
import { statusOf } from '#web/features/payments/queries.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { CreateButtons, OwnListing } from './client-home.tsx'
import type { Home } from './queries.ts'
import { PersonTile } from './recommended.tsx'
import { WaitingList } from './waiting-list.tsx'

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
  for (const area of ['app', 'home', 'rest']) {
    const file = new URL(`../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

const textOf = (content: ReactNode) =>
  renderToStaticMarkup(<MemoryRouter>{content}</MemoryRouter>)
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|')

test.each<[Home['posted_kinds'], string]>([
  [[], '|Создать заказ|'],
  [['order'], '|Создать заказ|'],
  [['vacancy'], '|Создать вакансию|Заказ|'],
  [['vacancy', 'order'], '|Создать вакансию|Заказ|'],
  [['order', 'vacancy'], '|Создать заказ|Вакансия|'],
])('a client who posted %j is offered the last kind first', (kinds, text) => {
  expect(textOf(<CreateButtons kinds={kinds} />)).toBe(text)
})

type OwnListingProps = Parameters<typeof OwnListing>[0]['listing']

const own = (part: Partial<OwnListingProps>): OwnListingProps => ({
  id: 7,
  kind: 'vacancy',
  title: 'Бариста',
  status: 'published',
  created_at: '2026-03-01T10:00:00Z',
  published_at: '2026-03-01T10:00:00Z',
  expires_at: null,
  min_price: 450,
  max_price: 450,
  currency: { id: 1, code: 'RUB', symbol: '₽', name: 'Рубль' } as OwnListingProps['currency'],
  payment_format: null,
  due_at: null,
  chosen_at: null,
  executor_name: null,
  ...part,
})

test.each<[Partial<OwnListingProps>, RegExp]>([
  [{ payment_format: 'hourly' }, /\|450\s₽ в час\|/],
  [{ payment_format: 'fixed' }, /\|450\s₽ в месяц\|/],
  [{ kind: 'order', payment_format: 'hourly' }, /\|450\s₽ в час\|/],
  [{ kind: 'order', payment_format: 'fixed' }, /\|450\s₽\|/],
  [{ payment_format: 'hourly', min_price: null, max_price: null }, /\|По договорённости\|/],
])('a price on the home screen says what it is for (%#)', (part, text) => {
  expect(textOf(<OwnListing listing={own(part)} />)).toMatch(text)
})

test('a recommended person without pictures has the skills in their place, and not a second time', () => {
  const person = {
    id: 3,
    full_name: 'Светлана Юдина',
    rating: null,
    category: { id: 1, name: 'Копирайтинг' },
    skills: ['Копирайтинг', 'SEO-тексты', 'Редактура', 'Перевод'],
    works: [],
    price_from: null,
  } as unknown as Parameters<typeof PersonTile>[0]['person']
  const work = { file_id: 1, title: 'Работа', url: '/1.webp' }
  const tileText = (works: unknown[]) =>
    textOf(
      <QueryClientProvider client={queryClient}>
        <PersonTile person={{ ...person, works: works as typeof person.works }} />
      </QueryClientProvider>,
    )
  expect(tileText([])).toMatch(/\|SEO-тексты\|Редактура\|Перевод\|Копирайтинг\|$/)
  expect(tileText([1, 2, 3].map((file_id) => ({ ...work, file_id })))).toMatch(/\|Копирайтинг, SEO-тексты\|$/)
})

test('what waits for a payment names its sum, and no time that reads as a deadline', () => {
  const place = {
    listing_kind: 'order',
    category_id: 3,
    placement_period: 30,
    count: 0,
    room_id: null,
  } as const
  const since = new Date(Date.now() - 6 * 3_600_000).toISOString()
  const waiting = [
    { ...place, listing_id: 1, title: 'Меню', kind: 'payment', since },
    { ...place, listing_id: 2, title: 'Листовки', kind: 'expiring', since },
    { ...place, listing_id: 3, title: 'Бот', kind: 'handed_in', since },
  ] as const
  queryClient.setQueryData(statusOf(1, { ...place, kind: 'order' }).queryKey, { price: 2500 } as never)
  const text = textOf(
    <QueryClientProvider client={queryClient}>
      <WaitingList
        home={{ waiting: [...waiting], waiting_total: 3 } as unknown as Home}
        me={{ id: 1 } as Me}
      />
    </QueryClientProvider>,
  )
  expect(text).toMatch(/Оплатите размещение\|Меню\|2\s500\s₽\|/)
  expect(text).toMatch(/Продлите размещение\|Листовки\|2\s500\s₽\|/)
  expect(text).toMatch(/Работа сдана\|Бот\|6\sч\|/)
})
