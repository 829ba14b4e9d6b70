import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'
import type { PersonPage } from '#web/features/people/queries.ts'
import { PersonFigures } from './person-head.tsx'

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
  for (const area of ['app', 'people', 'rest']) {
    const file = new URL(`../../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

const created_at = '2026-03-01T10:00:00.000Z'
const figuresOf = (person: Partial<PersonPage>) =>
  renderToStaticMarkup(<PersonFigures person={{ created_at, ...person } as PersonPage} />)

test('a person without ratings and orders is a newcomer, and no zero is shown', () => {
  const html = figuresOf({ rating: null, rating_count: 0, orders_count: 0 })
  expect(html).toContain('Новичок')
  expect(html).toContain('с 2026 года')
  expect(html).not.toContain('>0<')
})

test('orders without ratings stand alone', () => {
  const html = figuresOf({ rating: null, rating_count: 0, orders_count: 3 })
  expect(html).toContain('3 заказа')
  expect(html).not.toMatch(/Новичок|оценок/)
})
