import { Inbox } from 'lucide-react'
import { expect, test } from 'vitest'
import { markupOf } from '#tests/support/components/markup.tsx'
import { ListState } from './list.tsx'

test('a list draws rows to come while it loads, and says that it is empty only when it knows', () => {
  const stateOf = (data: object | undefined) =>
    markupOf(
      <ListState
        found={{ data, error: null, refetch: () => undefined }}
        isEmpty
        empty={{ icon: Inbox, title: 'Очередь пуста', text: '' }}
      >
        {null}
      </ListState>,
    )
  expect(stateOf(undefined)).toContain('data-skeleton')
  expect(stateOf(undefined)).not.toContain('Очередь пуста')
  expect(stateOf({})).toContain('Очередь пуста')
  expect(stateOf({})).not.toContain('data-skeleton')
})
