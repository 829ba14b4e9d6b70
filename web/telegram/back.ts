import { useEffect, useRef } from 'react'
import { whenSdkReady, withSdk } from './client.ts'

type Handler = () => void

/**
 * Handlers of Telegram's Back button; only the latest is called: a dialog before its sheet, a sheet before
 * the route.
 */
const handlers: Handler[] = []

/** Starts listening; called once after the SDK has loaded. */
export function listenToBack(): void {
  whenSdkReady((sdk) => {
    sdk.onBackPressed(() => handlers.at(-1)?.())
    showOrHide()
  })
}

function showOrHide(): void {
  withSdk((sdk) => sdk.showBack(handlers.length > 0))
}

/** Takes over the Back button until the returned function is called. */
export function handleBack(handler: Handler): () => void {
  handlers.push(handler)
  showOrHide()
  return () => {
    handlers.splice(handlers.lastIndexOf(handler), 1)
    showOrHide()
  }
}

/** Takes over the Back button while `isActive`, for example while a sheet is open. */
export function useBack(isActive: boolean, handler: Handler): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => (isActive ? handleBack(() => latest.current()) : undefined), [isActive])
}
