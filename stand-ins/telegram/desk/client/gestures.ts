import { desk } from '../model/desk.ts'

const touchLifetimeMs = 1000
let touchedAt = Number.NEGATIVE_INFINITY

/** Records a touch in the mini-app (reported by its WebView) or on the buttons around it. */
export function recordTouch() {
  touchedAt = performance.now()
}

/**
 * True once within a second of a touch: one touch opens one link. A web client does not see touches in a
 * frame of another origin; there the browser's user activation decides.
 */
export function consumeTouch(): boolean {
  const isAllowed = isWeb() ? isActive() : performance.now() - touchedAt <= touchLifetimeMs
  touchedAt = Number.NEGATIVE_INFINITY
  return isAllowed
}

export const isWeb = () => ['weba', 'webk'].includes(desk.get().profile.platform)
const isActive = () => navigator.userActivation?.isActive ?? true
