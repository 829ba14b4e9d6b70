import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end within which a reader counts as being at the end. */
const nearPx = 120

const height = () => document.documentElement.scrollHeight
const isAtBottom = () => height() - window.innerHeight - window.scrollY < nearPx
const toBottom = () => window.scrollTo(0, height())

type Log = {
  /** Id of the oldest message on the screen: when it changes, older ones stand above. */
  first: number | undefined
  /** Changes with whatever is added at the end. */
  end: string
  isOwnEnd: boolean
}

/**
 * The window scrolls, never a box inside it: iOS loses inputs in nested scrollers. A reader at the end stays
 * there, older messages above move nothing, an own message leads to the end.
 */
export function useLogScroll({ first, end, isOwnEnd }: Log) {
  const [isAtEnd, setAtEnd] = useState(true)
  const stays = useRef(true)
  const before = useRef({ first, height: 0 })

  useLayoutEffect(() => {
    const { first: oldFirst, height: oldHeight } = before.current
    if (oldFirst !== undefined && first !== oldFirst && !stays.current)
      window.scrollBy(0, height() - oldHeight)
    before.current = { first, height: height() }
  }, [first])

  useLayoutEffect(() => {
    if (end && (stays.current || isOwnEnd)) toBottom()
    before.current.height = height()
  }, [end, isOwnEnd])

  useEffect(() => {
    const note = () => {
      stays.current = isAtBottom()
      setAtEnd(stays.current)
    }
    const keep = () => stays.current && toBottom()
    // A message that did not go grows by its explanation, a keyboard takes half of the screen.
    const growth = new ResizeObserver(keep)
    growth.observe(document.body)
    window.addEventListener('scroll', note, { passive: true })
    window.addEventListener('resize', keep)
    window.visualViewport?.addEventListener('resize', keep)
    return () => {
      growth.disconnect()
      window.removeEventListener('scroll', note)
      window.removeEventListener('resize', keep)
      window.visualViewport?.removeEventListener('resize', keep)
    }
  }, [])

  return { isAtEnd, toEnd: useCallback(toBottom, []) }
}
