import { useEffect, useRef } from 'react'
import { whenSdkReady, withSdk } from './client.ts'

type Handler = () => void

/**
 * Handlers of Telegram's Back button. Only the latest handler is called: a dialog's before its sheet's, a sheet's
 * before the screen's.
 */
const handlers: Handler[] = []

/** Subscribes to Telegram's Back button. It is called once. */
export function listenToBack(): void {
  whenSdkReady((sdk) => {
    sdk.onBackPressed(() => handlers.at(-1)?.())
    showOrHide()
  })
}

function showOrHide(): void {
  withSdk((sdk) => sdk.showBack(handlers.length > 0))
}

/** Makes the Back button call the handler until the returned function is called. */
export function handleBack(handler: Handler): () => void {
  handlers.push(handler)
  showOrHide()
  return () => {
    handlers.splice(handlers.lastIndexOf(handler), 1)
    showOrHide()
  }
}

/** Makes the Back button call the handler while `isActive`, for example while a sheet is open. */
export function useBack(isActive: boolean, handler: Handler): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => (isActive ? handleBack(() => latest.current()) : undefined), [isActive])
}
