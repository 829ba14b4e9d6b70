import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import type { Order } from '#web/features/listings/types.ts'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules.
vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
  })
})
const { OrderFacts } = await import('./order-sections.tsx')

beforeAll(() => {
  for (const area of ['app', 'rest', 'deals']) {
    const file = new URL(`../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

const facts = (changes: Partial<Order>) =>
  renderToStaticMarkup(<OrderFacts order={changes as Order} />).replace(/(<[^>]*>)+/g, '|')

test('the format is named where the words below the price do not say it', () => {
  expect(facts({ format: 'project' })).not.toContain('Формат')
  expect(facts({ format: 'part_time' })).toContain('Формат')
})

test('remote work is a format, and has a region only if one is named', () => {
  const project = { format: 'project', is_remote: true } as const
  expect(facts(project)).toContain('|Формат|Удалённо|')
  expect(facts(project)).not.toContain('Регион')
  expect(facts({ ...project, region: 'Казань' })).toContain('|Регион|Казань|')
  expect(facts({ ...project, format: 'part_time' })).toMatch(/\|Формат\|[^|]+ · Удалённо\|/)
  expect(facts({ format: 'project', is_remote: false })).toContain('|Регион|Не указан')
})
