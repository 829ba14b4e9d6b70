import { themeFor } from '../../launch-theme.ts'
import type { SlowAnswer } from '../../profiles.ts'
import { desk } from '../model/desk.ts'
import { log } from '../model/log.ts'

export type Data = Record<string, unknown>

let frame: HTMLIFrameElement | undefined
export const frameWindow = () => frame?.contentWindow ?? undefined

/** Frame of the visible mini-app; messages from other frames are ignored. */
export function attachFrame(element: HTMLIFrameElement | undefined) {
  frame = element
}

/** Sends an event to the mini-app, after the network delay chosen in the desk. */
export function emitEvent(event: string, data?: unknown) {
  const target = frame?.contentWindow
  if (!target) return
  const { delay_ms, profile } = desk.get()
  const message =
    profile.transport === 'native'
      ? { webview: 'event', data: [event, data] }
      : JSON.stringify({ eventType: event, eventData: data })
  if (delay_ms) setTimeout(() => target.postMessage(message, '*'), delay_ms)
  else target.postMessage(message, '*')
  log({ side: 'app', from_telegram: true, name: event, data })
}

/** Delay of a late answer, in milliseconds. It is longer than the mini-app waits for an answer. */
const lateMs = 6000

/** Answers a request of the mini-app. Depending on the client's profile, answers are late, wrong or missing. */
export function sendAnswer(event: string, data?: unknown) {
  const { profile } = desk.get()
  const deviation = profile.answers[event as SlowAnswer]
  if (profile.silent || deviation === 'never') return
  if (deviation === 'late') setTimeout(emitEvent, lateMs, event, data)
  else if (deviation) emitEvent(deviation.event ?? event, { ...(data as object), ...deviation.data })
  else emitEvent(event, data)
}

/** Sends a command to the script in the page's WebView. */
export function sendToWebView(webview: string, data?: unknown) {
  frame?.contentWindow?.postMessage({ webview, data }, '*')
}

export function sendTheme() {
  const { profile, theme } = desk.get()
  if (profile.theme !== 'none') sendAnswer('theme_changed', { theme_params: themeFor(profile, theme) })
}
