import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { showFailure } from '#web/features/session/show-failure.ts'
import { inOrder, type Pages } from './messages.ts'

/**
 * Leads to a message of the room and lets it flash; older pages are loaded until it is there.
 * @returns which one flashes, and the way to another
 */
export function useLeading(found: UseInfiniteQueryResult<Pages>) {
  const [goal, setGoal] = useState<{ id: number } | null>(null)
  useEffect(() => {
    if (!goal) return
    document.getElementById(`message-${goal.id}`)?.scrollIntoView({ block: 'center' })
  }, [goal])

  const lead = async (id: number) => {
    let page: Pick<typeof found, 'data' | 'hasNextPage' | 'error' | 'fetchNextPage'> = found
    const isThere = () => inOrder(page.data).some((message) => message.id === id)
    while (!isThere() && page.hasNextPage) {
      page = await page.fetchNextPage()
      if (page.error) return showFailure(page.error)
    }
    setGoal({ id })
  }
  return { flashed: goal?.id ?? null, lead: (id: number) => void lead(id) }
}
