import { changeApp } from '../model/actions.ts'
import { desk, translate } from '../model/desk.ts'
import { followLink } from '../model/links.ts'
import { log, noteRefusal } from '../model/log.ts'
import { recordTouch } from './gestures.ts'
import { methods } from './methods.ts'
import { supportsMethod } from './versions.ts'
import { type Data, frameWindow } from './wire.ts'

function receive(name: string | undefined, rawData: unknown) {
  if (!name || !desk.get().app) return
  const data = (typeof rawData === 'string' ? safeParse(rawData) : rawData) as Data | undefined
  const line = log({ side: 'app', from_telegram: false, name, data })
  const refusal = supportsMethod(desk.get().profile.version, name)
    ? methods[name]?.(data ?? {})
    : translate('unsupported')
  if (typeof refusal === 'string') noteRefusal(line, refusal)
}

function safeParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A message of the mini-app to a web client. */
function receiveText(text: string) {
  const parsedMessage = safeParse(text) as { eventType?: string; eventData?: unknown } | null
  if (typeof parsedMessage === 'object') receive(parsedMessage?.eventType, parsedMessage?.eventData)
}

/** A message of the script that the desk page runs in the mini-app's WebView. */
function receiveFromWebView(kind: unknown, data: unknown) {
  if (kind === 'touch') recordTouch()
  if (kind === 'field') changeApp({ typing: data === true })
  if (kind === 'post') receive(...(data as [string, unknown]))
}

interface FrameMessage {
  webview?: unknown
  data?: unknown
  desk_link?: unknown
}

/** Listens to the mini-app's frame, which has another origin, and to pages with links back to Telegram. */
export function listenToFrames() {
  window.addEventListener('message', ({ source, data }: MessageEvent<FrameMessage | string | null>) => {
    if (source === window) return
    const link = typeof data === 'object' ? data?.desk_link : undefined
    if (typeof link === 'string') {
      desk.set({ browser_url: undefined })
      followLink(`https://t.me/${link}`)
    }
    if (source !== frameWindow()) return
    if (typeof data === 'string') receiveText(data)
    else if (data?.webview) receiveFromWebView(data.webview, data.data)
  })
}
