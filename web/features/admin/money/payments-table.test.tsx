import { expect, test, vi } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'

let width = 390
// The mini-app's modules ask for the width when they are loaded, and again whenever they draw.
vi.stubGlobal('window', {
  ...window,
  matchMedia: (media: string) => ({
    get matches() {
      return width >= Number(media.match(/\d+/)?.[0])
    },
    addEventListener: () => {},
  }),
})
const { PaymentRows } = await import('./payments-table.tsx')

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

function textAt(screenWidth: number): string {
  width = screenWidth
  const page = markupOf(<PaymentRows payments={[payment as never]} onChoose={() => {}} />)
  expect(page).toContain('aria-label="Действия: #1024"')
  return page
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|')
    .replaceAll(/\s/g, ' ')
}

test('from 700 px payments are a table with a head, and each is one row', () => {
  const text = textAt(700)
  expect(text).toContain('|Номер|За что|Кто платил|Сумма|Состояние|Когда|')
  expect(text).toContain('|Бот для записи в салон|Поднятие отклика|Робокасса|Не та сумма|')
  expect(text).toContain('|Тимур Галиев|150 ₽|Оплачен|16 ноября, ')
})

test('on a narrower screen a payment is a card that begins with its sum', () => {
  expect(textAt(699)).toMatch(/^\|150 ₽\|#1024\|Поднятие отклика\|Тимур Галиев\|/)
})
