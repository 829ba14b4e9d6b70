import { desk, word } from '../model/desk.ts'
import { followLink } from '../model/links.ts'
import { log, noteRefusal } from '../model/log.ts'
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
  const line = log({ side: 'app', from_telegram: false, name, data })
  const refusal = knows(desk.get().profile.version, name) ? methods[name]?.(data ?? {}) : word('unsupported')
  if (typeof refusal === 'string') noteRefusal(line, refusal)
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
