import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import type { PersonPage } from '#web/features/people/queries.ts'
import { PersonFigures } from './person-head.tsx'

const created_at = '2026-03-01T10:00:00.000Z'
const figuresOf = (person: Partial<PersonPage>) =>
  markupOf(<PersonFigures person={{ created_at, ...person } as PersonPage} />)

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
