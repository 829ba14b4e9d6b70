import { useEffect, useRef } from 'react'
import { onceSdk, withSdk } from './client.ts'

type Handler = () => void

/**
 * Handlers of Telegram's back button; the latest one is called: a dialog before its sheet, a sheet before the route.
 */
const handlers: Handler[] = []

/** Starts listening; called once, when the SDK has come. */
export function listenToBack(): void {
  onceSdk((sdk) => {
    sdk.onBackPressed(() => handlers.at(-1)?.())
    showOrHide()
  })
}

function showOrHide(): void {
  withSdk((sdk) => sdk.showBack(handlers.length > 0))
}

/** Takes the back button until the returned function is called. */
export function takeBack(handler: Handler): () => void {
  handlers.push(handler)
  showOrHide()
  return () => {
    handlers.splice(handlers.lastIndexOf(handler), 1)
    showOrHide()
  }
}

/** Takes the back button while `isActive`, e.g. while a sheet is open. */
export function useBack(isActive: boolean, handler: Handler): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => (isActive ? takeBack(() => latest.current()) : undefined), [isActive])
}
