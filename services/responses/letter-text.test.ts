import { expect, test } from 'vitest'
import type { Recipient } from '#services/notifications/kinds.ts'
import type { Card } from './letter-queries.ts'
import { person } from './letter-text.ts'

const reader: Recipient = { chat_id: 1, language: 'ru', is_private: true }
const who = (rating: number) =>
  person(reader, { full_name: 'Анна', rating, rating_count: 3, completed_count: 0 } as unknown as Card)

test('a rating has one digit behind the comma, also a whole one', () => {
  expect(who(5)).toContain('5,0')
  expect(who(4.84)).toContain('4,8')
})
