import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inOrder, type Pages } from '#web/features/chat/messages/message-pages.ts'
import { showFailure } from '#web/features/session/show-failure.ts'

/**
 * Scrolls to a message and highlights it, loading older pages until it is found.
 * @returns id of the highlighted message, and a function that jumps to another
 */
export function useJumpToMessage(found: UseInfiniteQueryResult<Pages>) {
  const [target, setGoal] = useState<{ id: number } | null>(null)
  useEffect(() => {
    if (!target) return
    document.getElementById(`message-${target.id}`)?.scrollIntoView({ block: 'center' })
  }, [target])

  const lead = async (id: number) => {
    let page: Pick<typeof found, 'data' | 'hasNextPage' | 'error' | 'fetchNextPage'> = found
    const isThere = () => inOrder(page.data).some((message) => message.id === id)
    while (!isThere() && page.hasNextPage) {
      page = await page.fetchNextPage()
      if (page.error) return showFailure(page.error)
    }
    setGoal({ id })
  }
  return { flashed: target?.id ?? null, lead: (id: number) => void lead(id) }
}
