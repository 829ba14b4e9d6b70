import { beforeEach, expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { queryClient } from '#web/client/query.ts'
import type { Listing } from '#web/features/listings/types.ts'
import type { Me } from '#web/features/session/use-me.ts'
import { PayButton } from './pay-button.tsx'
import { statusOf } from './queries.ts'

beforeEach(() => queryClient.clear())

const listing = { id: 7, kind: 'order', category_id: 3, placement_period: 30, status: 'expired' } as Listing
const renderButtons = () =>
  markupOf(
    <PayButton
      isAhead
      listing={listing}
      me={{ id: 1 } as Me}
      label={(price) => `Продлить\u00a0· ${price}`}
      otherWay="Другая карта или СБП"
    />,
  )

test('while the price loads, both buttons keep their texts and none of them spins', () => {
  const markup = renderButtons()
  expect(markup).not.toContain('aria-busy')
  expect(markup.match(/ disabled=/g)).toHaveLength(2)
  expect(markup.replace(/<[^>]*>/g, '|')).toMatch(/\|Продлить\|.*\|Другая карта или СБП\|/)
})

test('the text has the price once it is known, and its dot can disappear at the end of a line', () => {
  queryClient.setQueryData(statusOf(1, listing).queryKey, { price: 2500, is_free: false } as never)
  expect(
    renderButtons()
      .replaceAll('\u00a0', ' ')
      .replace(/<[^>]+>/g, ''),
  ).toContain('Продлить · 2 500 ₽')
  expect(renderButtons()).toMatch(/>Продлить<.*>·<.*>2\s500\s₽</)
})
