import { useEffect, useRef } from 'react'
import { isAppVisible, onAppVisibility } from '#web/telegram/look.ts'

/** Time for which half of a card has to be visible to count as seen, in ms. */
const visibleMs = 1000

/** Calls `onSeen` when the element has been visible long enough, while `isAwaited`. @returns ref for the element */
export function useOnSeen<E extends Element>(isEnabled: boolean, onSeen: () => void) {
  const element = useRef<E>(null)
  const latest = useRef(onSeen)
  latest.current = onSeen
  useEffect(() => {
    if (!isEnabled || !element.current) return
    let seenTimer: ReturnType<typeof setTimeout> | undefined
    let isHalf = false
    const restartTimer = () => {
      clearTimeout(seenTimer)
      if (isHalf && isAppVisible()) seenTimer = setTimeout(() => latest.current(), visibleMs)
    }
    const watcher = new IntersectionObserver(
      ([entry]) => {
        isHalf = entry?.isIntersecting === true
        restartTimer()
      },
      { threshold: 0.5 },
    )
    watcher.observe(element.current)
    const stopLooking = onAppVisibility(restartTimer)
    return () => {
      clearTimeout(seenTimer)
      stopLooking()
      watcher.disconnect()
    }
  }, [isEnabled])
  return element
}
