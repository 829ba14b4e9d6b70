import { useEffect, useRef } from 'react'

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
    const watcher = new IntersectionObserver(
      ([half]) => {
        clearTimeout(look)
        if (half?.isIntersecting) look = setTimeout(() => latest.current(), lookMs)
      },
      { threshold: 0.5 },
    )
    watcher.observe(place.current)
    return () => {
      clearTimeout(look)
      watcher.disconnect()
    }
  }, [isAwaited])
  return place
}
