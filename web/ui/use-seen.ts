import { useEffect, useRef } from 'react'
import { isLookedAt, onLook } from '#web/telegram/look.ts'

/** How long at least half of a card stands on the screen before it counts as looked at, in milliseconds. */
const lookMs = 1000

/** Calls `onSeen` once the element was looked at, while it `isAwaited`. @returns the element's ref */
export function useSeen<E extends Element>(isAwaited: boolean, onSeen: () => void) {
  const place = useRef<E>(null)
  const latest = useRef(onSeen)
  latest.current = onSeen
  useEffect(() => {
    if (!isAwaited || !place.current) return
    let look: ReturnType<typeof setTimeout> | undefined
    let isHalf = false
    const begin = () => {
      clearTimeout(look)
      if (isHalf && isLookedAt()) look = setTimeout(() => latest.current(), lookMs)
    }
    const watcher = new IntersectionObserver(
      ([half]) => {
        isHalf = half?.isIntersecting === true
        begin()
      },
      { threshold: 0.5 },
    )
    watcher.observe(place.current)
    const stopLooking = onLook(begin)
    return () => {
      clearTimeout(look)
      stopLooking()
      watcher.disconnect()
    }
  }, [isAwaited])
  return place
}
