import { cleanTheme } from '#web/theme/theme-params.ts'
import type { Launch } from './launch.ts'

type NativeWindow = Window & {
  TelegramWebviewProxy?: { postEvent(type: string, data: string): void }
  external?: { notify?: (message: string) => void }
}

/** Posts an event to the Telegram client; the SDK, which does this later, is not loaded yet. */
function post(eventType: string, eventData: object): void {
  const own = window as unknown as NativeWindow
  const message = JSON.stringify({ eventType, eventData })
  // The pages that may frame this one are named by its policy of contents, not here.
  if (window.self !== window.top) window.parent.postMessage(message, '*')
  else if (own.TelegramWebviewProxy) own.TelegramWebviewProxy.postEvent(eventType, JSON.stringify(eventData))
  else own.external?.notify?.(message)
}

/**
 * Lets the client drop its own placeholder, since the page draws its loader at once, and takes the whole screen: a
 * menu button opens many clients half high, with the acts at the foot of the page below the edge.
 */
export function announceReady(launch: Launch): void {
  if (!launch.initData) return
  post('iframe_ready', { reload_supported: true })
  post('web_app_ready', {})
  post('web_app_expand', {})
}

/**
 * Makes `theme_changed` of Telegram Web readable for the SDK, whose schema refuses colours with an alpha. The event
 * itself is mended: Firefox refuses to make another one whose source is a window of another origin.
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
