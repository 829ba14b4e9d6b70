import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

const positions = new Map<string, number>()

type ScreenVisit = { key: string; address: string; isBack: boolean; isPlace: boolean }

/** Returns the initial scroll position of a screen, and the key under which the position is stored. */
export function initialScroll({ key, address, isBack, isPlace }: ScreenVisit): {
  name: string
  wantedY: number
} {
  const name = isPlace ? address : key
  const wantedY = isBack || isPlace ? (positions.get(name) ?? 0) : 0
  return { name, wantedY }
}

export const rememberScroll = (name: string, y: number) => void positions.set(name, y)

/** Longest time that a restored list is given to reach its former height. */
const timeoutMs = 1000

/** Scrolls to a stored position as soon as the page is high enough, unless the user scrolls first. @returns cancels */
function scrollWhenLong(wantedY: number): () => void {
  const giveUpAt = performance.now() + timeoutMs
  let frame = 0
  let reachedY = window.scrollY
  const go = () => {
    if (window.scrollY !== reachedY) return
    window.scrollTo(0, wantedY)
    reachedY = window.scrollY
    if (reachedY < wantedY - 1 && performance.now() < giveUpAt) frame = requestAnimationFrame(go)
  }
  go()
  return () => cancelAnimationFrame(frame)
}

/**
 * Restores the scroll position after Back and on screens of the menu (`isPlace`, stored by URL). All other screens
 * start at the top.
 */
export function useScrollMemory(isPlace: boolean): void {
  const { key, pathname, search } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const { name, wantedY } = initialScroll({ key, address: pathname + search, isBack, isPlace })
  // A layout effect is used, so that the previous screen stops storing its scroll position before the next screen
  // scrolls.
  useLayoutEffect(() => {
    const rememberPosition = () => rememberScroll(name, window.scrollY)
    window.addEventListener('scroll', rememberPosition, { passive: true })
    return () => window.removeEventListener('scroll', rememberPosition)
  }, [name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial position is restored
  useLayoutEffect(() => scrollWhenLong(wantedY), [name])
}
