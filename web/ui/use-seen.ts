import { useEffect, useRef } from 'react'
import { isAppVisible, onAppVisibility } from '#web/telegram/look.ts'

/** Time for which half of a card has to be visible to count as seen, in ms. */
const visibleMs = 1000

/** Calls `onSeen` after the element was seen, while `isAwaited`. @returns ref for the element */
export function useOnSeen<E extends Element>(isEnabled: boolean, onSeen: () => void) {
  const place = useRef<E>(null)
  const latest = useRef(onSeen)
  latest.current = onSeen
  useEffect(() => {
    if (!isEnabled || !place.current) return
    let look: ReturnType<typeof setTimeout> | undefined
    let isHalf = false
    const begin = () => {
      clearTimeout(look)
      if (isHalf && isAppVisible()) look = setTimeout(() => latest.current(), visibleMs)
    }
    const watcher = new IntersectionObserver(
      ([half]) => {
        isHalf = half?.isIntersecting === true
        begin()
      },
      { threshold: 0.5 },
    )
    watcher.observe(place.current)
    const stopLooking = onAppVisibility(begin)
    return () => {
      clearTimeout(look)
      stopLooking()
      watcher.disconnect()
    }
  }, [isEnabled])
  return place
}
