import { onceSdk } from './client.ts'

/** A minimised app runs on below Telegram's chats, and to the browser its page is still visible. */
let isMinimised = false
let wasLookedAt = true
const listeners = new Set<(isLookedAt: boolean) => void>()

/** Whether the person can see the app at this moment. */
export function isLookedAt(): boolean {
  return !isMinimised && document.visibilityState !== 'hidden'
}

/** Calls the listener when the app goes out of sight or comes back, until the returned function is called. */
export function onLook(listener: (isLookedAt: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Runs at once, or as soon as the app is seen. @returns what gives it up */
export function whenLookedAt(run: () => void): () => void {
  if (isLookedAt()) {
    run()
    return () => undefined
  }
  const stop = onLook((isSeen) => {
    if (!isSeen) return
    stop()
    run()
  })
  return stop
}

function tell(): void {
  const isSeen = isLookedAt()
  if (isSeen === wasLookedAt) return
  wasLookedAt = isSeen
  for (const listener of listeners) listener(isSeen)
}

function setMinimised(value: boolean): void {
  isMinimised = value
  tell()
}

/** Follows what the client says of its window. */
export function followWindow(): void {
  onceSdk((sdk) => sdk.onVisibility((isVisible) => setMinimised(!isVisible)))
  // Nobody touches a minimised app: a client that forgets to tell of its return is corrected by the first touch.
  for (const act of ['pointerdown', 'keydown'])
    window.addEventListener(act, () => isMinimised && setMinimised(false), { capture: true, passive: true })
}

// The server draws public pages with the same code.
if (typeof document !== 'undefined') document.addEventListener('visibilitychange', tell)
