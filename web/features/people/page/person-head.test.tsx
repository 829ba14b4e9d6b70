import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import type { PersonPage, PersonRecord } from '#web/features/people/queries.ts'
import { PersonFigures } from './person-head.tsx'

const created_at = '2026-03-01T10:00:00.000Z'
const noRecord = { author: { closed: 0 }, freelancer: { completed: 0 } }
const figuresOf = (person: Partial<PersonPage>, record: object = noRecord) =>
  markupOf(<PersonFigures person={{ created_at, ...person } as PersonPage} record={record as PersonRecord} />)

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
  expect(figuresOf({ is_client: true, rating: null, orders_count: 3 })).toContain('3 объявления')
})

test('a client with a record as a freelancer is no newcomer', () => {
  const record = { author: { closed: 0 }, freelancer: { completed: 31 } }
  const html = figuresOf({ is_client: true, rating: null, orders_count: 0 }, record)
  expect(html).not.toContain('Новичок')
  expect(html).toMatch(/2026.*регистрация/)
})

test('orders that the record counts do not stand above it once more', () => {
  const record = { author: { closed: 0 }, freelancer: { completed: 7 } }
  const freelancer = { rating: 4.5, rating_count: 2, orders_count: 7 }
  expect(figuresOf(freelancer, record)).not.toContain('7 заказов')
  expect(figuresOf({ ...freelancer, is_client: true }, record)).toContain('7 объявлений')
})
