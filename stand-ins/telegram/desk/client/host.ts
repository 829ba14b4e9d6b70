import { desk, word } from '../model/desk.ts'
import { followLink } from '../model/links.ts'
import { log } from '../model/log.ts'
import { watchTouches } from './gestures.ts'
import { methods } from './methods.ts'
import { knows } from './versions.ts'
import { type Data, frameWindow } from './wire.ts'

function receive(text: string) {
  let parsed: { eventType?: string; eventData?: unknown }
  try {
    parsed = JSON.parse(text) as typeof parsed
  } catch {
    return
  }
  const name = parsed.eventType
  const frame = frameWindow()
  if (!name || !frame || !desk.get().app) return
  watchTouches(frame)
  const raw = parsed.eventData
  const data = (typeof raw === 'string' ? safeParse(raw) : raw) as Data | undefined
  const known = knows(desk.get().profile.version, name)
  const entry = { side: 'app' as const, from_telegram: false, name, data, failed: !known }
  if (!known) return log({ ...entry, note: word('unsupported') })
  const refusal = methods[name]?.(data ?? {})
  const note = typeof refusal === 'string' ? refusal : undefined
  log({ ...entry, note, failed: note !== undefined })
}

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Listens to frames. The SDK addresses its messages to https://web.telegram.org, which a browser would
 * not deliver to this page; but a frame of our own origin calls our `postMessage` itself, so replacing it
 * hears everything whatever the address. Frames of other origins still come as ordinary messages.
 */
export function listenToFrames() {
  const post = window.postMessage.bind(window) as (...args: unknown[]) => void
  const hear = (message: unknown): boolean => {
    const link = (message as { desk_link?: unknown } | null)?.desk_link
    if (typeof link === 'string') {
      desk.set({ browser_url: undefined })
      followLink(`https://t.me/${link}`)
      return true
    }
    if (typeof message !== 'string' || !message.includes('"eventType"')) return false
    receive(message)
    return true
  }
  window.postMessage = ((...args: unknown[]) => {
    if (!hear(args[0])) post(...args)
  }) as typeof window.postMessage
  window.addEventListener('message', (event) => {
    const isLink = typeof event.data === 'object'
    if (event.source !== window && (isLink || event.source === frameWindow())) hear(event.data)
  })
}
