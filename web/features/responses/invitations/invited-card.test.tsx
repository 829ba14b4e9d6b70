import { expect, test } from 'vitest'
import { textOf } from '#tests/support/components/markup.tsx'
import { queryClient } from '#web/client/query.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { InvitedCard } from './invited-card.tsx'
import { receivedInvitations } from './queries.ts'
import { ReceivedCard } from './received-card.tsx'

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const invitation = {
  id: 1,
  listing_id: 7,
  listing_kind: 'order',
  state: 'seen',
  title: 'Логотип',
  author: { id: 2, full_name: 'Анна' },
  among: 40,
  words: null,
  price: null,
  is_open: true,
  created_at: daysFromNow(-1),
  expires_at: daysFromNow(20),
  decline_reason: null,
  end_reason: null,
}

test('an invitation names the day by which the work is due if that is before the end of the placement', () => {
  const cardText = (deadline: string | null) => {
    queryClient.setQueryData(receivedInvitations().queryKey, [{ ...invitation, deadline }] as never)
    return textOf(<InvitedCard listing={{ id: 7, kind: 'order', is_responded: false } as Listing} />)
  }
  expect(cardText(daysFromNow(9))).toMatch(/Работа нужна до .*, откликнитесь раньше\./)
  expect(cardText(daysFromNow(9))).not.toContain('Откликнуться можно до')
  for (const deadline of [null, daysFromNow(25), daysFromNow(-1)])
    expect(cardText(deadline)).toContain('Откликнуться можно до')
  queryClient.clear()
})

test('the list of invitations names the same day', () => {
  const dayOf = (deadline: string | null) =>
    textOf(<ReceivedCard invitation={{ ...invitation, deadline } as never} />).match(
      /Ответить до (\d+ \S+)/,
    )?.[1]
  expect(dayOf(daysFromNow(25))).toBe(dayOf(null))
  expect(dayOf(daysFromNow(9))).not.toBe(dayOf(null))
})
