import { expect, test } from 'vitest'
import { piecesOf } from '#tests/support/components/markup.tsx'
import type { Order } from '#web/features/listings/types.ts'
import { OrderFacts } from './order-sections.tsx'

const facts = (changes: Partial<Order>) => piecesOf(<OrderFacts order={changes as Order} />)

test('the format is named where the words below the price do not say it', () => {
  expect(facts({ format: 'project' })).not.toContain('Формат')
  expect(facts({ format: 'part_time' })).toContain('Формат')
})

test('remote work is a format, and has a region only if one is named', () => {
  const project = { format: 'project', is_remote: true } as const
  expect(facts(project)).toContain('|Формат|Удалённо|')
  expect(facts(project)).not.toContain('Регион')
  expect(facts({ ...project, region: 'Казань' })).toContain('|Регион|Казань|')
  expect(facts({ ...project, format: 'part_time' })).toMatch(/\|Формат\|[^|]+ · Удалённо\|/)
  expect(facts({ format: 'project', is_remote: false })).toContain('|Регион|Не указан')
})

test('a reader sees the end of the placement only if the work is due later', () => {
  const placed = { is_active: true, deadline: '2026-03-10T20:59:59Z', expires_at: '2026-03-20T10:00:00Z' }
  expect(facts({ ...placed, is_owner: false })).not.toContain('Размещён до')
  expect(facts({ ...placed, is_owner: true })).toContain('Размещён до')
  expect(facts({ ...placed, is_owner: false, expires_at: '2026-03-09T10:00:00Z' })).toContain('Размещён до')
})
