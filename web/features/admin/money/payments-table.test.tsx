import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { translations } from '#web/client/i18n-runtime.ts'

// Stubs the boot state, which the start script leaves on `window` for the mini-app's modules. `width` is the screen's.
const screen = vi.hoisted(() => {
  const shown = { width: 390 }
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('window', {
    otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
    localStorage: storage,
    matchMedia: (media: string) => ({
      get matches() {
        return shown.width >= Number(media.match(/\d+/)?.[0])
      },
      addEventListener: () => {},
    }),
  })
  return shown
})
const { PaymentRows } = await import('./payments-table.tsx')

beforeAll(() => {
  for (const area of ['app', 'rest', 'admin']) {
    const file = new URL(`../../../../contract/texts/ru/${area}.json`, import.meta.url)
    translations.add('ru', JSON.parse(readFileSync(file, 'utf8')))
  }
  translations.setLanguage('ru')
})

const payment = {
  id: 1024,
  kind: 'response',
  state: 'paid',
  amount: 150,
  currency: 'RUB',
  rail: 'robokassa',
  payer_id: 7,
  payer_name: 'Тимур Галиев',
  title: 'Бот для записи в салон',
  created_at: '2026-11-16T06:00:00Z',
  paid_at: null,
  is_credited: false,
  cases: ['amount_mismatch'],
}

function textAt(width: number): string {
  screen.width = width
  const page = renderToStaticMarkup(
    <MemoryRouter>
      <PaymentRows payments={[payment as never]} onChoose={() => {}} />
    </MemoryRouter>,
  )
  expect(page).toContain('aria-label="Действия: #1024"')
  return page
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|')
    .replaceAll(/\s/g, ' ')
}

test('from 700 px payments are a table with a head, and each is one row', () => {
  const text = textAt(700)
  expect(text).toContain('|Номер|За что|Кто платил|Сумма|Через кого|Состояние|Когда|')
  expect(text).toContain('|Бот для записи в салон|Поднятие отклика|Не та сумма|')
  expect(text).toContain('|Тимур Галиев|150 ₽|Робокасса|Оплачен|16 ноября, ')
})

test('on a narrower screen a payment is a card that begins with its sum', () => {
  expect(textAt(699)).toMatch(/^\|150 ₽\|#1024\|Поднятие отклика\|Тимур Галиев\|/)
})
