import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Frame } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ada, type Rig, telegramWithBot } from '#tests/stand-ins/telegram/rig.ts'
import { openBrowser } from '#tests/support/screens/browser.ts'
import { openPhone, type Phone, type PhoneOptions } from '#tests/support/screens/phone.ts'
import { frameOf } from './navigation.ts'

/**
 * A mini-app for tests. It records events from the Telegram client, and sends only the requests that a test asks for.
 */
const probePage = `<!doctype html><html class="started"><head><title>Probe</title></head>
<body style="margin:0;min-height:100vh;display:flex;flex-direction:column;justify-content:space-between">
<input aria-label="Field"><button>Foot</button>
<script>
events = []
Telegram = { WebView: { receiveEvent: (type, data) => events.push([type, data]) } }
addEventListener('message', ({ data, source }) => {
  let mayLook = true
  try { source.document } catch { mayLook = false }
  const { eventType, eventData } = JSON.parse(data)
  events.push([eventType, eventData, mayLook])
})
say = (type, data = {}) => window.TelegramWebviewProxy
  ? TelegramWebviewProxy.postEvent(type, JSON.stringify(data))
  : parent.postMessage(JSON.stringify({ eventType: type, eventData: data }), '*')
</script></body></html>`

let rig: Rig
let server: Server
let browser: Browser
let phone: Phone
beforeAll(async () => {
  server = createServer((_, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end(probePage))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  rig = await telegramWithBot({ app_origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  browser = await openBrowser()
})
afterEach(() => phone?.close())
afterAll(async () => {
  await browser?.close()
  await rig?.telegram.close()
  server?.close()
})

type Data = Record<string, unknown>

async function openClient(client: PhoneOptions['client'], person_id = ada) {
  phone = await openPhone(browser, rig.telegram.origin, {
    person_id,
    client,
    tme: 'otklik_bot?startapp=a',
  })
  await phone.waitForApp()
  const frame = await frameOf(phone)
  const eventsOf = async (type: string): Promise<Data[]> => {
    const events = await frame.evaluate<[string, Data][]>('events')
    return events.filter(([name]) => name === type).map(([, data]) => data)
  }
  return { frame, eventsOf, say: (type: string, data: Data = {}) => callSay(frame, type, data) }
}

const callSay = (frame: Frame, type: string, data: Data) =>
  frame.evaluate(`say(${JSON.stringify(type)}, ${JSON.stringify(data)})`)

test('a web client speaks by messages of another origin, a native one by the bridge', async () => {
  const web = await openClient('weba')
  await web.say('web_app_request_theme')
  await expect.poll(() => web.eventsOf('theme_changed')).toHaveLength(1)
  expect(await web.frame.evaluate('events[0][2]')).toBe(false)
  await phone.close()
  const nativeClient = await openClient('ios-16')
  expect(await nativeClient.frame.evaluate('self === top && parent === window')).toBe(true)
  await nativeClient.say('web_app_request_theme')
  await expect.poll(() => nativeClient.eventsOf('theme_changed')).toHaveLength(1)
  expect(await nativeClient.frame.evaluate('events[0].length')).toBe(2)
})

test('half of a mini-app that is not expanded lies below the screen', async () => {
  const { eventsOf, say } = await openClient('android-half')
  const footButton = phone.app.getByRole('button', { name: 'Foot' })
  await say('web_app_request_viewport')
  await expect.poll(() => eventsOf('viewport_changed')).not.toEqual([])
  const [halfEvent] = await eventsOf('viewport_changed')
  expect(halfEvent).toMatchObject({ is_expanded: false, is_state_stable: true })
  await expect(footButton.click({ timeout: 1500 })).rejects.toThrow(/outside of the viewport|Timeout/)
  await say('web_app_expand')
  await expect.poll(async () => (await eventsOf('viewport_changed')).at(-1)?.is_expanded).toBe(true)
  expect((await eventsOf('viewport_changed')).at(-1)?.height).toBeGreaterThan(Number(halfEvent?.height) * 1.9)
  await footButton.click()
})

test.for([
  ['refused', 'SecurityError'],
  ['null', null],
] as const)('storage that is %s', async ([storage, expected]) => {
  const { frame } = await openClient({ storage })
  const readStorage = `(() => { try { return localStorage } catch (error) { return error.name } })()`
  expect(await frame.evaluate(readStorage)).toBe(expected)
})

test('a clipboard that is refused, by both ways', async () => {
  const { frame } = await openClient('android-half')
  const writeClipboard = `navigator.clipboard.writeText('x').then(() => 'written', (error) => error.name)`
  expect(await frame.evaluate(writeClipboard)).toBe('NotAllowedError')
  expect(await frame.evaluate(`document.execCommand('copy')`)).toBe(false)
})

test('a link needs a touch of the last second', async () => {
  const { eventsOf, say } = await openClient('ios')
  const browserFrame = phone.page.getByTestId('browser-frame')
  const url = `${rig.telegram.origin}/__desk/`
  await say('web_app_open_link', { url })
  // The client handles requests in their order, so the answer to a later one shows that the link was refused.
  await say('web_app_request_theme')
  await expect.poll(() => eventsOf('theme_changed')).not.toEqual([])
  expect(await browserFrame.count()).toBe(0)
  await phone.app.getByRole('button', { name: 'Foot' }).click()
  await say('web_app_open_link', { url })
  await browserFrame.waitFor({ state: 'attached' })
})

test.for([
  ['ios', 'allowed'],
  ['failing', 'cancelled'],
  ['mute', undefined],
] as const)('the client "%s" tells of the permission to write: %s', async ([client, status]) => {
  // Only somebody to whom the bot may not write yet is asked.
  const { id } = await rig.post<{ id: number }>('/users', { first_name: 'Гость' })
  const { eventsOf, say } = await openClient(client, id)
  await say('web_app_request_write_access')
  const allowed = phone.page.waitForResponse(/write-access/)
  await phone.page.getByTestId('write-dialog').getByTestId('dialog-yes').click()
  await allowed
  const answers = () => eventsOf('write_access_requested')
  if (status === undefined) expect(await answers()).toEqual([])
  else await expect.poll(answers).toEqual([{ status }])
})

test('a keyboard that covers is known to the visual viewport alone; one that resizes makes the page lower', async () => {
  const coveringClient = await openClient({ like: 'ios-16', keyboard: 'covers' })
  const field = () => phone.app.getByRole('textbox', { name: 'Field' })
  const heights = '[innerHeight, visualViewport.height]'
  const [wholeHeights] = await coveringClient.frame.evaluate<[number, number]>(heights)
  await field().click()
  await expect.poll(() => coveringClient.frame.evaluate(heights)).toEqual([wholeHeights, wholeHeights - 300])
  await phone.page.getByTestId('keyboard-done').click()
  await expect.poll(() => coveringClient.frame.evaluate(heights)).toEqual([wholeHeights, wholeHeights])
  await phone.close()
  const resizes = await openClient({ like: 'android', keyboard: 'resizes' })
  await field().click()
  await expect.poll(() => resizes.frame.evaluate('innerHeight')).toBe(wholeHeights - 300)
  await expect
    .poll(async () => (await resizes.eventsOf('viewport_changed')).at(-1)?.height)
    .toBe(wholeHeights - 300)
})

test('a long press on a button hits it, although it takes the focus from a field and so closes the keyboard', async () => {
  const { frame, eventsOf } = await openClient({ like: 'android', keyboard: 'resizes' })
  const [wholeHeight] = await frame.evaluate<[number]>('[innerHeight]')
  await phone.app.getByRole('textbox', { name: 'Field' }).click()
  await expect.poll(() => frame.evaluate('innerHeight')).toBe(wholeHeight - 300)
  const footButton = phone.app.getByRole('button', { name: 'Foot' })
  await frame.evaluate(
    "presses = 0; document.querySelector('button').addEventListener('click', () => presses++)",
  )
  await footButton.click({ delay: 700 })
  expect(await frame.evaluate('presses')).toBe(1)
  await expect.poll(() => frame.evaluate('innerHeight')).toBe(wholeHeight)
  expect((await eventsOf('viewport_changed')).at(-1)?.height).toBe(wholeHeight)
})

test('a mini-app that is put aside is told so, and its page stays visible', async () => {
  const { frame, eventsOf } = await openClient('ios-16')
  await phone.minimise()
  await expect.poll(() => eventsOf('visibility_changed')).toEqual([{ is_visible: false }])
  expect(await frame.evaluate('document.visibilityState')).toBe('visible')
  await phone.page.getByTestId('app-restore').click()
  await expect
    .poll(() => eventsOf('visibility_changed'))
    .toEqual([{ is_visible: false }, { is_visible: true }])
})

test('over the whole screen the client covers the top of the page with its buttons', async () => {
  const { eventsOf, say } = await openClient('fullscreen')
  await say('web_app_request_content_safe_area')
  await expect
    .poll(() => eventsOf('content_safe_area_changed'))
    .toEqual([{ top: 46, bottom: 0, left: 0, right: 0 }])
})

test('odd colours: upper case, short, transparent, none at all', async () => {
  const { eventsOf, say } = await openClient('oddtheme')
  await say('web_app_request_theme')
  await expect.poll(() => eventsOf('theme_changed')).toHaveLength(1)
  const params = (await eventsOf('theme_changed'))[0]?.theme_params as Record<string, string>
  expect(params).toMatchObject({ bg_color: '#FFF', secondary_bg_color: '#EFEFF4F0', button_color: '#007AFF' })
  expect(params).not.toHaveProperty('accent_text_color')
})

test('a file is saved by the client after a question, and only what Telegram would save', async () => {
  const { eventsOf, say } = await openClient('ios')
  await say('web_app_request_file_download', {
    url: `${rig.telegram.origin}/__desk/`,
    file_name: 'desk.html',
  })
  await expect.poll(() => eventsOf('file_download_requested')).toEqual([{ status: 'cancelled' }])
})
