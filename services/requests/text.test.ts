import { expect, test } from 'vitest'
import type { Recipient } from '#services/notifications/kinds.ts'
import type { RequestFacts } from './queries.ts'
import { requestText } from './text.ts'

const reader = { language: 'ru', time_zone: null } as Recipient
const anna = { full_name: 'Анна', rating: null, posted_count: 0, files: [] }
const withdrawn = {
  service_name: 'Созвон',
  side: 'freelancer',
  state: 'withdrawn',
  countered_at: null,
  end_reason: 'withdrawn',
} as RequestFacts
const refused = { ...withdrawn, countered_at: '2026-11-27T09:00:00Z' }
const said = (request: RequestFacts) => requestText(reader, request, anna, 'service_withdrawn')

test('a client who withdraws after another price did not agree to it, and both sides read so', () => {
  expect(said(refused)).toBe('Заказчик не согласился на вашу цену за услугу «Созвон». Запрос закрыт.')
  expect(said({ ...refused, side: 'client' })).toContain('Вы не согласились на другую цену')
  expect(said(withdrawn)).toContain('Заказчик больше не ждёт ответа')
})
