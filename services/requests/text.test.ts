import { expect, test } from 'vitest'
import type { Recipient } from '#services/notifications/kinds.ts'
import type { RequestFacts } from './queries.ts'
import { requestText } from './text.ts'

const reader = { language: 'ru', time_zone: null } as Recipient
const anna = { full_name: 'Анна', rating: null, posted_count: 0, files: [] }
const perHour = { ru: 'за час', en: 'per hour' }
const requestOf = (changes: Partial<RequestFacts>) =>
  ({
    id: 7,
    service_name: 'Созвон',
    side: 'freelancer',
    state: 'offered',
    price: 200_000,
    days: null,
    list_price: 200_000,
    list_days: null,
    currency: 'RUB',
    unit_names: perHour,
    answers: [{ question: '', answer: 'Разобрать экран' }],
    ends_at: '2026-12-03T09:00:00Z',
    end_reason: null,
    counter_reason: null,
    ...changes,
  }) as RequestFacts
const said = (changes: Partial<RequestFacts>, language: Recipient['language'] = 'ru') =>
  requestText({ ...reader, language }, requestOf(changes), anna, 'service_request').replace(/\s/g, ' ')

test('a price that is not for the whole work has its unit in every message', () => {
  expect(said({})).toContain('<b>2 000 ₽ за час</b>')
  expect(said({ days: 5 })).toContain('<b>2 000 ₽ за час</b>, 5 дней')
  expect(said({}, 'en')).toContain('per hour</b>')
  const counter = { state: 'countered', price: 300_000 } as const
  expect(said({ ...counter, side: 'client' })).toContain('<b>3 000 ₽ за час</b> вместо 2 000 ₽ за час')
  expect(said(counter)).toContain('<b>3 000 ₽ за час</b>')
  expect(said({ unit_names: null })).toContain('<b>2 000 ₽</b>')
  expect(said({ price: null })).not.toContain('за час')
})

test('a client who withdraws after another price did not agree to it, and both sides read so', () => {
  const withdrawn = { state: 'withdrawn', end_reason: 'withdrawn', countered_at: null } as const
  const refused = { ...withdrawn, countered_at: '2026-11-27T09:00:00Z' }
  expect(said(refused)).toBe('Заказчик не согласился на вашу цену за услугу «Созвон». Запрос закрыт.')
  expect(said({ ...refused, side: 'client' })).toContain('Вы не согласились на другую цену')
  expect(said(withdrawn)).toContain('Заказчик больше не ждёт ответа')
})
