import { beforeAll, expect, test, vi } from 'vitest'
import { speak, textOf } from '#tests/support/components/markup.tsx'
import type { Figure } from '#web/features/listings/figures/use-figures.ts'
import type { PersonRecord } from '#web/features/people/queries.ts'
import { RecordSection } from './record-section.tsx'

// The sheet with the explanations opens by a press, which a static page has not. They are shown at once instead.
vi.mock('#web/features/listings/figures/figures.tsx', () => ({
  Figures: ({ figures }: { figures: Figure[] }) =>
    figures.map(({ value, note, how }) => `${value} ${note}. ${how}`).join(' '),
}))

beforeAll(() => speak('en'))

const render = (invites: object | null) => {
  const figures = { dated: 0, on_time: 0, returning_clients: 0, reply_minutes: null, invites }
  const record = { author: { closed: 0 }, freelancer: { completed: 7, figures } }
  return textOf(<RecordSection record={record as PersonRecord} />)
}

test('answered invitations are counted, and the corrected share is named where it is explained', () => {
  const html = render({ percent: 85, answered: 13, invited: 14 })
  expect(html).toContain('13 of 14 invitations answered')
  expect(html).toContain('Adjusted for small numbers: 85%.')
  expect(render(null)).not.toContain('invitations')
})
