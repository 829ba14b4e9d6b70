import { useSyncExternalStore } from 'react'

/** From here on rows become a table. */
const wide = window.matchMedia('(min-width: 900px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
