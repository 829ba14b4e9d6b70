import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { AuditFilters, AuditLine } from './audit.tsx'

test('on a phone the filters are folded into a button that counts those in use', () => {
  const page = markupOf(
    <AuditFilters filter={{ search: 'Анна', subject: 'user', from: '2026-11-01' }} onChange={() => {}} />,
  )
  expect(page).toContain('aria-label="Фильтры, выбрано 2"')
  expect(page).not.toContain('Над чем')
})

const entry = (after: object | null) =>
  ({
    id: 1,
    created_at: '2026-11-16T09:00:24Z',
    actor: null,
    action: 'moderation.rejected',
    subject_type: 'listing',
    subject_id: 7,
    subject_name: null,
    listing_kind: 'order',
    origin: 'app',
    before: null,
    after,
  }) as Parameters<typeof AuditLine>[0]['entry']

test('an entry shows its reason in words, and has a button only if it unfolds to something', () => {
  const changed = markupOf(<AuditLine entry={entry({ reason: 'scam' })} />)
  expect(changed).toContain('Похоже на обман')
  expect(changed).toContain('aria-expanded="false"')
  expect(markupOf(<AuditLine entry={entry(null)} />)).not.toContain('<button')
})

test('the time of an entry may break between the day and the clock, and nowhere else', () => {
  const [, time] = markupOf(<AuditLine entry={entry(null)} />).match(/num">([^<]*)</) ?? []
  expect(time?.split(' ')).toEqual([
    expect.stringContaining('16\u00a0ноября,'),
    expect.stringMatching(/^\d+:00:24$/),
  ])
})
