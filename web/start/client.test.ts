import { afterEach, expect, test, vi } from 'vitest'
import type { Launch } from '#web/start/session/launch.ts'
import { announceReady, cleanThemeEvents } from './client.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Stub of Firefox, which refuses to create a message event whose source has another origin. */
class FirefoxMessageEvent extends Event {
  constructor() {
    super('message')
    throw new TypeError("MessageEvent constructor: 'source' member of MessageEventInit is not a WindowProxy")
  }
}

/** Stub of a message event from another window. Its data is a getter of the prototype. */
class Arrived extends Event {
  #data: unknown
  source: unknown
  constructor(data: unknown, source: unknown) {
    super('message')
    this.#data = data
    this.source = source
  }
  get data() {
    return this.#data
  }
}

function openFrame() {
  const page = Object.assign(new EventTarget(), { parent: {} })
  vi.stubGlobal('window', page)
  vi.stubGlobal('MessageEvent', FirefoxMessageEvent)
  cleanThemeEvents()
  const heard: unknown[] = []
  page.addEventListener('message', (event) => heard.push((event as MessageEvent).data))
  const sendEvent = (eventType: string, eventData?: unknown, source: unknown = page.parent) =>
    page.dispatchEvent(new Arrived(JSON.stringify({ eventType, eventData }), source))
  return { heard, tell: sendEvent }
}

test('a theme with alpha reaches the SDK once, with six digits, also in a browser that cannot copy foreign events', () => {
  const { heard, tell } = openFrame()
  tell('theme_changed', { theme_params: { bg_color: '#212121ff', text_color: 'white' } })
  expect(heard).toEqual(['{"eventType":"theme_changed","eventData":{"theme_params":{"bg_color":"#212121"}}}'])
})

test('invalid themes become empty; other events and messages of other windows are unchanged', () => {
  const { heard, tell } = openFrame()
  tell('theme_changed', { theme_params: null })
  tell('theme_changed')
  tell('viewport_changed', { height: 300 })
  tell('theme_changed', { theme_params: { bg_color: '#212121ff' } }, {})
  const empty = '{"eventType":"theme_changed","eventData":{"theme_params":{}}}'
  expect(heard).toEqual([
    empty,
    empty,
    '{"eventType":"viewport_changed","eventData":{"height":300}}',
    '{"eventType":"theme_changed","eventData":{"theme_params":{"bg_color":"#212121ff"}}}',
  ])
})

test('the client is asked to expand the app; outside Telegram nothing is posted', () => {
  const postedEvents: string[] = []
  const page = { TelegramWebviewProxy: { postEvent: (name: string) => postedEvents.push(name) } }
  vi.stubGlobal('window', Object.assign(page, { self: page, top: page }))
  announceReady({ initData: '' } as Launch)
  expect(postedEvents).toEqual([])
  announceReady({ initData: 'a=b' } as Launch)
  expect(postedEvents).toEqual(['iframe_ready', 'web_app_ready', 'web_app_expand'])
})
