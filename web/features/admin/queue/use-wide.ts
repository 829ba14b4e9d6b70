import { useSyncExternalStore } from 'react'

/** From this width rows become a table. */
const wideMedia = window.matchMedia('(min-width: 900px)')

function subscribe(listener: () => void): () => void {
  wideMedia.addEventListener('change', listener)
  return () => wideMedia.removeEventListener('change', listener)
}

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wideMedia.matches)
}
