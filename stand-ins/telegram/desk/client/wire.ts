import { themeFor } from '../../launch-theme.ts'
import { desk } from '../model/desk.ts'
import { log } from '../model/log.ts'

export type Data = Record<string, unknown>

let frame: HTMLIFrameElement | undefined
export const frameWindow = () => frame?.contentWindow ?? undefined

/** The frame of the mini-app on the screen; its messages are answered, others are ignored. */
export function attachFrame(element: HTMLIFrameElement | undefined) {
  frame = element
}

/** Tells the mini-app something, after the network delay chosen in the desk. */
export function emit(event: string, data?: unknown) {
  const target = frame?.contentWindow
  if (!target) return
  const message = JSON.stringify({ eventType: event, eventData: data })
  const { delay_ms } = desk.get()
  if (delay_ms) setTimeout(() => target.postMessage(message, '*'), delay_ms)
  else target.postMessage(message, '*')
  log({ side: 'app', from_telegram: true, name: event, data })
}

/** An answer to a request: a silent client gives none. */
export function answer(event: string, data?: unknown) {
  if (!desk.get().profile.silent) emit(event, data)
}

export function tellTheme() {
  const { profile, theme } = desk.get()
  if (profile.sends_theme) answer('theme_changed', { theme_params: themeFor(profile, theme) })
}
