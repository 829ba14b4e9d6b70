import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  set(change: Partial<T> | ((state: T) => Partial<T>)): void
  listen(listener: () => void): () => void
}

export function createStore<T extends object>(initialState: T): Store<T> {
  let state = initialState
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...(typeof change === 'function' ? change(state) : change) }
      for (const listener of listeners) listener()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<T extends object, Part>(store: Store<T>, part: (state: T) => Part): Part {
  return useSyncExternalStore(store.listen, () => part(store.get()))
}
