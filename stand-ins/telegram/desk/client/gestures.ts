import { desk } from '../model/desk.ts'

const touchLifetimeMs = 1000
let touchedAt = Number.NEGATIVE_INFINITY

/** Records a touch in the mini-app (reported by its WebView) or on the buttons around it. */
export function recordTouch() {
  touchedAt = performance.now()
}

/**
 * True if the person touched the mini-app within the last second; true once per touch, because one touch may open one
 * link. A web client does not see touches in a frame of another origin. It uses the user activation of the browser
 * instead.
 */
export function consumeTouch(): boolean {
  const isAllowed = isWeb() ? isActive() : performance.now() - touchedAt <= touchLifetimeMs
  touchedAt = Number.NEGATIVE_INFINITY
  return isAllowed
}

export const isWeb = () => ['weba', 'webk'].includes(desk.get().profile.platform)
const isActive = () => navigator.userActivation?.isActive ?? true
