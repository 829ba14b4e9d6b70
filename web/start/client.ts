import type { Launch } from '#web/start/session/launch.ts'
import { cleanTheme } from '#web/theme/theme-params.ts'

type NativeWindow = Window & {
  TelegramWebviewProxy?: { postEvent(type: string, data: string): void }
  external?: { notify?: (message: string) => void }
}

/** Posts an event to the Telegram client, before Telegram's SDK is loaded. */
function postEvent(eventType: string, eventData: object): void {
  const nativeWindow = window as unknown as NativeWindow
  const message = JSON.stringify({ eventType, eventData })
  // Any target origin is accepted, because the Content Security Policy limits which sites may frame this page.
  if (window.self !== window.top) window.parent.postMessage(message, '*')
  else if (nativeWindow.TelegramWebviewProxy)
    nativeWindow.TelegramWebviewProxy.postEvent(eventType, JSON.stringify(eventData))
  else nativeWindow.external?.notify?.(message)
}

/**
 * Tells the Telegram client two things: to remove its placeholder, because the page shows its own loader at once, and
 * to expand the app, because many clients open it at half height with the bottom off-screen.
 */
export function announceReady(launch: Launch): void {
  if (!launch.initData) return
  postEvent('iframe_ready', { reload_supported: true })
  postEvent('web_app_ready', {})
  postEvent('web_app_expand', {})
}

/**
 * Removes the alpha channel from colours in `theme_changed` events, because the schema of Telegram's SDK rejects it.
 * The event's data is replaced in place, because Firefox refuses to create a message event with a foreign source.
 */
export function cleanThemeEvents(): void {
  window.addEventListener(
    'message',
    (event) => {
      if (event.source !== window.parent || typeof event.data !== 'string') return
      const params = themeOf(event.data)
      if (!params) return
      const eventData = { theme_params: cleanTheme(params) }
      const value = JSON.stringify({ eventType: 'theme_changed', eventData })
      Object.defineProperty(event, 'data', { value })
    },
    true,
  )
}

function themeOf(message: string): unknown {
  try {
    const { eventType, eventData } = JSON.parse(message)
    return eventType === 'theme_changed' ? (eventData?.theme_params ?? {}) : undefined
  } catch {
    return undefined
  }
}
