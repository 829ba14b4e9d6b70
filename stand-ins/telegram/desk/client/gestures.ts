import { desk } from '../model/desk.ts'

const lifeMs = 1000
let touchedAt = Number.NEGATIVE_INFINITY

/** A touch in the mini-app, which its WebView tells of, or on the buttons round it. */
export function touch() {
  touchedAt = performance.now()
}

/**
 * True once within a second of a touch: one touch opens one link. A web client sees no touches in a frame of another
 * origin; there the browser lets a window open for as long as it counts the person as active.
 */
export function spendTouch(): boolean {
  const fresh = isWeb() ? isActive() : performance.now() - touchedAt <= lifeMs
  touchedAt = Number.NEGATIVE_INFINITY
  return fresh
}

export const isWeb = () => ['weba', 'webk'].includes(desk.get().profile.platform)
const isActive = () => navigator.userActivation?.isActive ?? true
