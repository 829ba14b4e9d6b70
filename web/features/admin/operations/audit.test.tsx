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
const { AuditFilters, BothValues } = await import('./audit.tsx')

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

test('an action without values says so once', () => {
  expect(render(<BothValues entry={{ before: null, after: null }} />)).not.toContain('нет данных')
  const one = render(<BothValues entry={{ before: null, after: { reason: 'scam' } }} />)
  expect(one).toContain('Было')
  expect(one).toContain('нет данных')
})
