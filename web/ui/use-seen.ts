import { useEffect, useRef } from 'react'
import { isLookedAt, onLook } from '#web/telegram/look.ts'

/** Time for which half of a card has to be visible to count as seen, in ms. */
const lookMs = 1000

/** Calls `onSeen` after the element was seen, while `isAwaited`. @returns ref for the element */
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
