import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const launch = { version: '9.6' }
vi.mock('#web/start/boot-state.ts', () => ({ bootState: { launch } }))

let sdk: typeof import('./sdk.ts')
let postedMessages: [name: string, data: Record<string, unknown>][] = []
const page = Object.assign(new EventTarget(), { innerWidth: 390, innerHeight: 844, location: { href: '' } })

/** Stub of a Telegram client that does not answer. The test sends the answers with `answer`. */
beforeAll(async () => {
  const user = JSON.stringify({ id: 7, first_name: 'Анна' })
  const data = new URLSearchParams({ user, auth_date: '1', hash: 'ab', signature: '' })
  const params = new URLSearchParams({
    tgWebAppData: String(data),
    tgWebAppVersion: '9.6',
    tgWebAppPlatform: 'ios',
    tgWebAppThemeParams: '{}',
  })
  page.location.href = `https://app.test/#${params}`
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const proxy = {
    postEvent: (name: string, json: string) => postedMessages.push([name, JSON.parse(json) ?? {}]),
  }
  Object.assign(page, {
    self: page,
    top: page,
    parent: page,
    TelegramWebviewProxy: proxy,
    sessionStorage: storage,
  })
  vi.stubGlobal('window', page)
  vi.stubGlobal('sessionStorage', storage)
  sdk = await import('./sdk.ts')
  await sdk.connect()
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => {
  postedMessages = []
  launch.version = '9.6'
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const answer = (eventType: string, eventData: unknown) => {
  const event = new MessageEvent('message', { data: JSON.stringify({ eventType, eventData }) })
  Object.defineProperty(event, 'source', { value: page })
  page.dispatchEvent(event)
}
const names = () => postedMessages.map(([name]) => name)

test('only the outcome of the requested invoice is used', async () => {
  const outcome = sdk.openInvoice('one')
  expect(postedMessages).toEqual([['web_app_open_invoice', { slug: 'one' }]])
  answer('invoice_closed', { slug: 'other', status: 'paid' })
  answer('invoice_closed', { slug: 'one', status: 'cancelled' })
  expect(await outcome).toBe('cancelled')
})

test('an unanswered invoice times out; a repeated request meanwhile returns `again`', async () => {
  const first = sdk.openInvoice('two')
  expect(await sdk.openInvoice('two')).toBe('again')
  expect(names()).toEqual(['web_app_open_invoice', 'web_app_open_invoice'])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await first).toBe('unanswered')
  const nextInvoice = sdk.openInvoice('two')
  answer('invoice_closed', { slug: 'two', status: 'paid' })
  expect(await nextInvoice).toBe('paid')
})

test.each([
  ['prepared_message_sent', undefined, 'sent'],
  ['prepared_message_failed', { error: 'USER_DECLINED' }, 'declined'],
  ['prepared_message_failed', { error: 'MESSAGE_EXPIRED' }, 'failed'],
])('%s %o says that a card was %s', async (event, data, outcome) => {
  const onSilence = vi.fn()
  const shareResult = sdk.sharePrepared('p1', onSilence)
  answer(event, data)
  expect(await shareResult).toBe(outcome)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onSilence).not.toHaveBeenCalled()
})

test('a slow card calls `onSilence`, and its late answer still counts', async () => {
  const onSilence = vi.fn()
  const shareResult = sdk.sharePrepared('p2', onSilence)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(onSilence).toHaveBeenCalledTimes(1)
  answer('prepared_message_sent', undefined)
  expect(await shareResult).toBe('sent')
})

test('before 6.1 invoices and cards are unsupported, and a frame does not navigate away', async () => {
  launch.version = '6.0'
  expect(await sdk.openInvoice('three')).toBe('unsupported')
  expect(sdk.canSharePrepared()).toBe(false)
  const urlBefore = page.location.href
  Object.assign(page, { top: {} })
  expect(sdk.openInTelegram('https://t.me/anna')).toBe(false)
  Object.assign(page, { top: page })
  expect(page.location.href).toBe(urlBefore)
  expect(postedMessages).toEqual([])
})

test('only stable heights are reported, the last one also to a late subscriber', () => {
  answer('viewport_changed', { height: 700, width: 390, is_expanded: false, is_state_stable: false })
  answer('viewport_changed', { height: 420, width: 390, is_expanded: false, is_state_stable: true })
  const answers: unknown[] = []
  sdk.onVisibleHeight((height) => answers.push(height))
  answer('viewport_changed', { height: 844, width: 390, is_expanded: true, is_state_stable: true })
  expect(answers).toEqual([
    { height: 420, isExpanded: false },
    { height: 844, isExpanded: true },
  ])
})
