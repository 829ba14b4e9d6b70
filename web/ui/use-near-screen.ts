import { useEffect, useRef } from 'react'

/**
 * Calls `onNear` when the element comes close to the visible area, except while `isBusy`.
 * @returns ref for the element
 */
export function useNearScreen<E extends Element>(onNear: () => void, isBusy: boolean, nearPx: number) {
  const element = useRef<E>(null)
  const latest = useRef(onNear)
  latest.current = onNear
  useEffect(() => {
    if (isBusy || !element.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: `${nearPx}px`,
    })
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [isBusy, nearPx])
  return element
}
