import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import { queryClient } from '#web/client/query.ts'
import type { OwnResponse } from '#web/features/responses/queries.ts'
import { OwnResponseCard } from './own-response-card.tsx'

// Boot state that the mini-app's modules expect.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 2 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})

beforeAll(() => {
  for (const area of ['app', 'rest', 'deals']) {
    const file = new URL(`../../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

/** Text of the card of a chosen response whose deal is at this stage; null for a response without a deal. */
function textAt(stage: string | null, due_at: string | null = null): string {
  const roubles = { code: 'RUB', symbol: '₽' }
  const deal = stage && {
    stage,
    price: 40_000,
    currency: roubles,
    due_at,
    chosen_at: '2026-03-01T10:00:00Z',
  }
  const response = {
    id: 5,
    status: 'chosen',
    response_type: 200,
    response_text: 'Сделаю за неделю',
    created_at: '2026-03-01T10:00:00Z',
    price: 40_000,
    currency: roubles,
    place: 1,
    end_reason: null,
    project: { id: 7, kind: 'order', title: 'Сайт', author: { telegram_link: 'https://t.me/anna' }, deal },
    vacancy: null,
  } as unknown as OwnResponse
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OwnResponseCard response={response} />
      </MemoryRouter>
    </QueryClientProvider>,
  ).replace(/<[^>]*>/g, ' ')
}

test.each(['work', 'handed_in', null])(
  'while the deal is at %s, the choice and the way to the client stay',
  (stage) => {
    const text = textAt(stage)
    expect(text).toContain('Вас выбрали')
    expect(text).toContain('Перейти в TG')
  },
)

test.each(['accepted', 'reviewed'])(
  'when the work is %s, the card says that the order is finished',
  (stage) => {
    const text = textAt(stage)
    expect(text).toContain('Завершён')
    expect(text).not.toMatch(/Вас выбрали|Перейти в TG/)
  },
)

test('a deal in work says until when to hand in, and a handed-in one says so', () => {
  const due = `${new Date().getFullYear()}-12-10T12:00:00Z`
  const text = textAt('work', due)
  expect(text).toMatch(/Сдайте до 10\sдекабря\s+в работе/)
  expect(text).not.toContain('Вас выбрали')
  expect(text).toContain('Перейти в TG')
  expect(textAt('handed_in', due)).toMatch(/Вас выбрали\s+работа сдана/)
})
