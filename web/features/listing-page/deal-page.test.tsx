import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { words } from '#web/client/i18n-runtime.ts'
import { queryClient } from '#web/client/query.ts'
import type { DealView } from '#web/features/deals/use-deal.ts'
import { DealBar } from './deal-page.tsx'

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
  for (const area of ['app', 'rest', 'deals']) {
    const file = new URL(`../../../contract/texts/ru/${area}.json`, import.meta.url)
    words.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  words.speak('ru')
})

type Stage = DealView['deal']['stage']

/** Returns the names of the buttons and links in the action bar, in their order. */
function namesIn(
  isClient: boolean,
  stage: Stage,
  telegram_link: string | null = 'https://t.me/anna',
): string[] {
  const status: ListingStatus = stage === 'work' || stage === 'handed_in' ? 'in_progress' : 'completed'
  const order = {
    id: 7,
    kind: 'order',
    title: 'Сайт кофейни',
    status,
    is_owner: isClient,
    is_favorite: false,
    client_id: 1,
    executor_id: 2,
    author: { id: 1, telegram_link },
  }
  const view = { order, deal: { stage }, isClient, other: { id: isClient ? 2 : 1 } } as unknown as DealView
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DealBar view={view} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return [...html.matchAll(/<(button|a)\b([^>]*)>(.*?)<\/\1>/g)].map(
    ([, , attributes = '', content = '']) =>
      /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? content.replace(/<[^>]*>/g, '').trim(),
  )
}
const stages = ['work', 'handed_in', 'accepted', 'reviewed'] as const

test.each(stages)('the executor has share, Telegram and favourite while the deal is %s', (stage) => {
  expect(namesIn(false, stage)).toEqual(['Поделиться', 'Перейти в TG', 'В избранное'])
  expect(namesIn(false, stage, null)).toEqual(['Поделиться', 'Написать', 'В избранное'])
})

test.each<[Stage, string[]]>([
  ['work', ['Поделиться', 'Написать']],
  ['handed_in', ['Поделиться', 'Вернуть', 'Принять']],
  ['accepted', ['Поделиться', 'Повторить заказ', 'Удалить']],
  ['reviewed', ['Поделиться', 'Повторить заказ', 'Удалить']],
])('the client has share and the acts of the step while the deal is %s', (stage, expected) => {
  expect(namesIn(true, stage)).toEqual(expected)
})
