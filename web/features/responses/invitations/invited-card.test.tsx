import { expect, test } from 'vitest'
import { textOf } from '#tests/support/components/markup.tsx'
import { queryClient } from '#web/client/query.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { InvitedCard } from './invited-card.tsx'
import { receivedInvitations } from './queries.ts'

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('an invitation names the day by which the work is due if that is before the end of the placement', () => {
  const invitation = {
    id: 1,
    listing_id: 7,
    state: 'seen',
    author: { id: 2, full_name: 'Анна' },
    among: 40,
    words: null,
    expires_at: daysFromNow(20),
    decline_reason: null,
    end_reason: null,
  }
  queryClient.setQueryData(receivedInvitations().queryKey, [invitation] as never)
  const cardText = (deadline: string | null) =>
    textOf(<InvitedCard listing={{ id: 7, kind: 'order', is_responded: false, deadline } as Listing} />)
  expect(cardText(daysFromNow(9))).toMatch(/Работа нужна до .*, откликнитесь раньше\./)
  expect(cardText(daysFromNow(9))).not.toContain('Откликнуться можно до')
  for (const deadline of [null, daysFromNow(25), daysFromNow(-1)])
    expect(cardText(deadline)).toContain('Откликнуться можно до')
  queryClient.clear()
})
