import { expect, test } from 'vitest'
import { textOf } from '#tests/support/components/markup.tsx'
import type { OwnResponse } from '#web/features/responses/queries.ts'
import { OwnResponseCard } from './own-response-card.tsx'

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
  return textOf(<OwnResponseCard response={response} />)
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
