import { useSyncExternalStore } from 'react'
import { ApiError } from '#web/client/http.ts'
import { queryClient, sessionQuery } from '#web/client/query.ts'

let isLost = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (next === isLost) return
  isLost = next
  for (const listener of listeners) listener()
  if (!next) void refetchWhatFailed()
}

const refetchWhatFailed = () =>
  queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })

/** The screen shows data that was loaded earlier. */
const hasSomething = () =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .some(({ queryKey, state }) => state.data !== undefined && queryKey[0] !== sessionQuery.queryKey[0])

/** Requests tell whether there is a network; what the browser believes is often wrong in a WebView. */
export function watchConnection(): void {
  queryClient.getQueryCache().subscribe((told) => {
    if (told.type !== 'updated') return
    const { action } = told
    if (action.type === 'success' && !action.manual) set(false)
    if ((action.type === 'failed' || action.type === 'error') && action.error instanceof ApiError)
      set(action.error.code === 'offline' && hasSomething())
  })
}

export function useLostConnection(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isLost,
  )
}
