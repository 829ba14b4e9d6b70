import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { messagesInOrder, type Pages } from '#web/features/chat/messages/message-pages.ts'
import { showFailure } from '#web/features/session/show-failure.ts'

/** Distance from the bottom in pixels within which a reader counts as being at the end of the chat. */
const bottomThresholdPx = 120

const height = () => document.documentElement.scrollHeight
const isAtBottom = () => height() - window.innerHeight - window.scrollY < bottomThresholdPx
const toBottom = () => window.scrollTo(0, height())

type ScrollInput = {
  /** Id of the oldest loaded message. It changes when older messages are loaded above it. */
  first: number | undefined
  /** Key of the last message. It changes when a message is added at the end. */
  end: string
  isOwnEnd: boolean
}

/**
 * Controls the scroll position of the chat. The window scrolls, because iOS hides inputs in nested scrollers. A reader
 * at the end stays at the end. Older messages that are loaded above do not move the view. A message by the reader
 * scrolls to the end.
 */
export function useChatScroll({ first, end, isOwnEnd }: ScrollInput) {
  const [isAtEnd, setAtEnd] = useState(true)
  const staysAtEnd = useRef(true)
  const lastLayout = useRef({ first, height: 0 })

  useLayoutEffect(() => {
    const { first: oldFirst, height: oldHeight } = lastLayout.current
    if (oldFirst !== undefined && first !== oldFirst && !staysAtEnd.current)
      window.scrollBy(0, height() - oldHeight)
    lastLayout.current = { first, height: height() }
  }, [first])

  useLayoutEffect(() => {
    if (end && (staysAtEnd.current || isOwnEnd)) toBottom()
    lastLayout.current.height = height()
  }, [end, isOwnEnd])

  useEffect(() => {
    const noteScroll = () => {
      staysAtEnd.current = isAtBottom()
      setAtEnd(staysAtEnd.current)
    }
    const keepAtEnd = () => staysAtEnd.current && toBottom()
    // The height of the page also changes when an error appears in a bubble or the keyboard opens.
    const growth = new ResizeObserver(keepAtEnd)
    growth.observe(document.body)
    window.addEventListener('scroll', noteScroll, { passive: true })
    window.addEventListener('resize', keepAtEnd)
    window.visualViewport?.addEventListener('resize', keepAtEnd)
    return () => {
      growth.disconnect()
      window.removeEventListener('scroll', noteScroll)
      window.removeEventListener('resize', keepAtEnd)
      window.visualViewport?.removeEventListener('resize', keepAtEnd)
    }
  }, [])

  return { isAtEnd, toEnd: useCallback(toBottom, []) }
}

/**
 * Scrolls to a message and highlights it. Older pages are loaded until the message is found.
 * @returns id of the highlighted message, and a function that jumps to another message
 */
export function useJumpToMessage(messagesQuery: UseInfiniteQueryResult<Pages>) {
  const [target, setGoal] = useState<{ id: number } | null>(null)
  useEffect(() => {
    if (!target) return
    document.getElementById(`message-${target.id}`)?.scrollIntoView({ block: 'center' })
  }, [target])

  const lead = async (id: number) => {
    let page: Pick<typeof messagesQuery, 'data' | 'hasNextPage' | 'error' | 'fetchNextPage'> = messagesQuery
    const isThere = () => messagesInOrder(page.data).some((message) => message.id === id)
    while (!isThere() && page.hasNextPage) {
      page = await page.fetchNextPage()
      if (page.error) return showFailure(page.error)
    }
    setGoal({ id })
  }
  return { flashed: target?.id ?? null, lead: (id: number) => void lead(id) }
}
