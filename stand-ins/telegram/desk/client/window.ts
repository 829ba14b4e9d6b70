import { changeApp } from '../model/actions.ts'
import { desk } from '../model/desk.ts'
import { supportsMethod } from './versions.ts'
import { contentSafeArea, safeArea } from './viewport.ts'
import { emitEvent, sendAnswer } from './wire.ts'

let size = { width: 390, height: 700 }

/** Reports the new size to the mini-app after its frame was resized. */
export function frameResized(width: number, height: number) {
  if (width === size.width && height === size.height) return
  size = { width, height }
  const { app, profile } = desk.get()
  if (!app) return
  sendViewport()
  if (supportsMethod(profile.version, 'web_app_request_safe_area'))
    sendAnswer('safe_area_changed', safeArea())
}

/** The client reports half of the height for a half-expanded app. */
export function sendViewport() {
  const isExpanded = desk.get().app?.expanded ?? true
  const height = isExpanded ? size.height : Math.round(size.height / 2)
  sendAnswer('viewport_changed', { ...size, height, is_expanded: isExpanded, is_state_stable: true })
}

/** Expands the mini-app when the page or the person requests it. */
export function expandApp() {
  changeApp({ expanded: true })
  sendViewport()
}

export function setFullscreen(isFullscreen: boolean) {
  const { app } = desk.get()
  if (!app) return
  if (app.fullscreen === isFullscreen) {
    if (isFullscreen) sendAnswer('fullscreen_failed', { error: 'ALREADY_FULLSCREEN' })
    return
  }
  changeApp({ fullscreen: isFullscreen })
  sendAnswer('fullscreen_changed', { is_fullscreen: isFullscreen })
  sendAnswer('safe_area_changed', safeArea())
  sendAnswer('content_safe_area_changed', contentSafeArea())
}

/** Minimises or restores the mini-app. The page keeps running and counts as visible. */
export function setMinimised(minimised: boolean) {
  changeApp({ minimised, menu_open: false })
  emitEvent('visibility_changed', { is_visible: !minimised })
}
