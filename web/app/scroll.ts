import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

const positions = new Map<string, number>()

type Arrival = { key: string; address: string; isBack: boolean; isPlace: boolean }

/** Where a screen begins, and the name by which it is remembered. */
export function beginningOf({ key, address, isBack, isPlace }: Arrival): { name: string; wanted: number } {
  const name = isPlace ? address : key
  const wanted = isBack || isPlace ? (positions.get(name) ?? 0) : 0
  return { name, wanted }
}

export const rememberScroll = (name: string, y: number) => void positions.set(name, y)

/** How long a list that was left may take to be as long again. */
const patienceMs = 1000

/** Scrolls as soon as the page is long enough, unless the person scrolls first. @returns what gives it up */
function scrollWhenLong(wanted: number): () => void {
  const until = performance.now() + patienceMs
  let frame = 0
  let reached = window.scrollY
  const go = () => {
    if (window.scrollY !== reached) return
    window.scrollTo(0, wanted)
    reached = window.scrollY
    if (reached < wanted - 1 && performance.now() < until) frame = requestAnimationFrame(go)
  }
  go()
  return () => cancelAnimationFrame(frame)
}

/**
 * A new screen starts at its top; Back finds the list where it was left, and so does a place of the menu
 * (`isPlace`), which is known by its address.
 */
export function useScrollMemory(isPlace: boolean): void {
  const { key, pathname, search } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const { name, wanted } = beginningOf({ key, address: pathname + search, isBack, isPlace })
  // Before the next screen scrolls, the one before stops to remember.
  useLayoutEffect(() => {
    const remember = () => rememberScroll(name, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wanted counts when the screen comes, not later.
  useLayoutEffect(() => scrollWhenLong(wanted), [name])
}
