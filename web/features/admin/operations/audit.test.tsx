import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { AuditFilters, BothValues } from './audit.tsx'

test('on a phone the filters are folded into a button that counts those in use', () => {
  const page = markupOf(
    <AuditFilters filter={{ search: 'Анна', subject: 'user', from: '2026-11-01' }} onChange={() => {}} />,
  )
  expect(page).toContain('aria-label="Фильтры, выбрано 2"')
  expect(page).not.toContain('Над чем')
})

test('an action without values says so once', () => {
  expect(markupOf(<BothValues entry={{ before: null, after: null }} />)).not.toContain('нет данных')
  const one = markupOf(<BothValues entry={{ before: null, after: { reason: 'scam' } }} />)
  expect(one).toContain('Было')
  expect(one).toContain('нет данных')
})
