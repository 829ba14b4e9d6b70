import { expect, test } from 'vitest'
import type { Recipient } from '#services/notifications/kinds.ts'
import type { ReceivedResponse } from './queries.ts'
import { listText, person, priceOf } from './text.ts'

const reader: Recipient = { chat_id: 1, language: 'ru', is_private: true }
const who = (rating: number) =>
  person(reader, {
    full_name: 'Анна',
    rating,
    rating_count: 3,
    completed_count: 0,
  } as unknown as ReceivedResponse)

test('ratings have one decimal, whole ones too', () => {
  expect(who(5)).toContain('5,0')
  expect(who(4.84)).toContain('4,8')
})

test('a price in another currency gets an approximate amount of three digits', () => {
  const ton = { code: 'TON', rate_to_base: 137.47 }
  const asked = { code: 'RUB', rate_to_base: 1 }
  const said = priceOf(reader, { price: 12_345, currency: ton, asked } as unknown as ReceivedResponse)
  expect(said.replace(/\s/g, ' ')).toContain('≈ 17 000 ₽')
  const less = priceOf(reader, { price: 987, currency: ton, asked } as unknown as ReceivedResponse)
  expect(less.replace(/\s/g, ' ')).toContain('≈ 1 360 ₽')
})

test('the list says what became of each response that is decided', () => {
  const card = (full_name: string, status: string) => ({
    kind: 'order',
    title: 'Сайт',
    full_name,
    status,
    rating_count: 0,
    completed_count: 0,
    price: null,
    decline_reason: null,
    declined_at: null,
    end_reason: null,
    boosted_at: null,
  })
  const cards = [card('Анна', 'shortlisted'), card('Борис', 'no_show')] as unknown as ReceivedResponse[]
  const rows = listText(reader, cards, new Date()).split('\n\n')
  expect(rows.slice(1, 3).map((row) => row.replace(/\u00a0/g, ' '))).toEqual([
    '1. <b>Анна</b>, пока без оценок\nЦена по договорённости\n<b>В коротком списке</b>',
    '2. <b>Борис</b>, пока без оценок\nЦена по договорённости',
  ])
})
