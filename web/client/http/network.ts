import { useSyncExternalStore } from 'react'

/**
 * True while the connection is lost. web/app/connection-notice.tsx detects changes by requests and the browser's
 * events.
 */
let isLost = false
const listeners = new Set<() => void>()

export const isConnectionLost = () => isLost

export function setConnectionLost(isNowLost: boolean): void {
  if (isNowLost === isLost) return
  isLost = isNowLost
  for (const listener of listeners) listener()
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLostConnection(): boolean {
  return useSyncExternalStore(onConnection, isConnectionLost)
}
