import { whenSdkReady } from './client.ts'

/**
 * True while the client has minimised the app. A minimised app keeps running, and the browser still reports its page as
 * visible.
 */
let isMinimised = false
let wasVisible = true
const listeners = new Set<(isVisible: boolean) => void>()

/** True while the user can see the app. */
export function isAppVisible(): boolean {
  return !isMinimised && document.visibilityState !== 'hidden'
}

/** Calls the listener when the app is hidden or shown. @returns unsubscribes */
export function onAppVisibility(listener: (isVisible: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Runs a function at once if the app is visible, otherwise when it becomes visible. @returns cancels */
export function whenAppVisible(run: () => void): () => void {
  if (isAppVisible()) {
    run()
    return () => undefined
  }
  const stopListening = onAppVisibility((isSeen) => {
    if (!isSeen) return
    stopListening()
    run()
  })
  return stopListening
}

function notifyListeners(): void {
  const isSeen = isAppVisible()
  if (isSeen === wasVisible) return
  wasVisible = isSeen
  for (const listener of listeners) listener(isSeen)
}

function setMinimised(value: boolean): void {
  isMinimised = value
  notifyListeners()
}

/** Subscribes to the Telegram client's reports that the app was minimised or restored. */
export function followVisibility(): void {
  whenSdkReady((sdk) => sdk.onVisibility((isVisible) => setMinimised(!isVisible)))
  // A minimised app receives no input, so any input proves that the app is visible, even without the client's report.
  for (const gesture of ['pointerdown', 'keydown'])
    window.addEventListener(gesture, () => isMinimised && setMinimised(false), {
      capture: true,
      passive: true,
    })
}

// The check for `document` is needed, because the server renders public pages with this code.
if (typeof document !== 'undefined') document.addEventListener('visibilitychange', notifyListeners)
