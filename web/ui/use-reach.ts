import { useEffect, useRef } from 'react'

/** Calls `onReach` when the element comes near the screen; rests while `isBusy`. @returns the element's ref */
export function useReach<E extends Element>(onReach: () => void, isBusy: boolean, nearPx: number) {
  const place = useRef<E>(null)
  const latest = useRef(onReach)
  latest.current = onReach
  useEffect(() => {
    if (isBusy || !place.current) return
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && latest.current(), {
      rootMargin: `${nearPx}px`,
    })
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [isBusy, nearPx])
  return place
}
