import { beforeAll, expect, test, vi } from 'vitest'
import { markupOf, speak } from '#tests/support/components/markup.tsx'
import type { FigureRules } from '#web/features/listings/figures/use-figures.ts'
import type { PersonRecord } from '#web/features/people/queries.ts'
import { RecordSection } from './record-section.tsx'

// The sheet with the rules opens by a press, which a static page has not. Its rules are shown at once instead.
vi.mock('#web/features/listings/figures/figures.tsx', () => ({
  Figures: ({ counting }: { counting: FigureRules }) => counting.rules.join(' '),
}))

beforeAll(() => speak('en'))

const render = (invites: object | null) => {
  const figures = { dated: 0, on_time: 0, returning_clients: 0, reply_minutes: null, invites }
  const record = { author: { closed: 0 }, freelancer: { completed: 7, figures } }
  return markupOf(<RecordSection record={record as PersonRecord} />)
}

test('the share of answered invitations is shown with the rule that moves it', () => {
  const rule = 'While invitations are few, the number answered stays closer to 67%.'
  expect(render({ percent: 85, answered: 13, invited: 14 })).toContain(rule)
  expect(render(null)).not.toContain(rule)
})
