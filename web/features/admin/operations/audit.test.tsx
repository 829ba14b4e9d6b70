import { readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules. The screen is a phone's.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
    matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  })
})
const { AuditFilters, AuditLine } = await import('./audit.tsx')

beforeAll(() => {
  for (const area of ['app', 'rest', 'admin']) {
    const file = new URL(`../../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

const render = (part: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{part}</MemoryRouter>
    </QueryClientProvider>,
  )

test('on a phone the filters are folded into a button that counts those in use', () => {
  const page = render(
    <AuditFilters filter={{ search: 'Анна', subject: 'user', from: '2026-11-01' }} onChange={() => {}} />,
  )
  expect(page).toContain('aria-label="Фильтры, выбрано 2"')
  expect(page).not.toContain('Над чем')
})

const entry = (after: object | null) =>
  ({
    id: 1,
    created_at: '2026-11-16T09:00:24Z',
    actor: null,
    action: 'moderation.rejected',
    subject_type: 'listing',
    subject_id: 7,
    subject_name: null,
    listing_kind: 'order',
    origin: 'app',
    before: null,
    after,
  }) as Parameters<typeof AuditLine>[0]['entry']

test('an entry shows its reason in words, and has a button only if it unfolds to something', () => {
  const changed = render(<AuditLine entry={entry({ reason: 'scam' })} />)
  expect(changed).toContain('Похоже на обман')
  expect(changed).toContain('aria-expanded="false"')
  expect(render(<AuditLine entry={entry(null)} />)).not.toContain('<button')
})

test('the time of an entry may break between the day and the clock, and nowhere else', () => {
  const [, time] = render(<AuditLine entry={entry(null)} />).match(/num">([^<]*)</) ?? []
  expect(time?.split(' ')).toEqual([
    expect.stringContaining('16\u00a0ноября,'),
    expect.stringMatching(/^\d+:00:24$/),
  ])
})
