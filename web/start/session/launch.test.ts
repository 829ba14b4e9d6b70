import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readLaunch } from './launch.ts'

const initData = new URLSearchParams({
  user: JSON.stringify({ id: 7000000001, language_code: 'en' }),
  auth_date: '1760000000',
  start_param: 'page_order___orderId_7',
  hash: 'ab',
}).toString()

/** Opens a page at the URL. All pages of a test share one storage. */
function open(
  path: string,
  storage: Map<string, string>,
  type = 'navigate',
  page = { name: '' },
): { address: () => string } {
  const url = new URL(path, 'https://app.test')
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', url)
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) => {
      url.href = new URL(to, url).href
    },
  })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] })
  return { address: () => url.pathname + url.search + url.hash }
}

function hash(fields: Record<string, string> = {}): string {
  return `#${new URLSearchParams({ tgWebAppData: initData, tgWebAppVersion: '9.1', tgWebAppPlatform: 'weba', ...fields })}`
}

let storage: Map<string, string>
beforeEach(() => {
  storage = new Map()
})
afterEach(() => void vi.unstubAllGlobals())

test('the init data is passed on unchanged', () => {
  open(`/${hash()}`, storage)
  expect(readLaunch(true)).toMatchObject({
    initData,
    userId: 7000000001,
    languageCode: 'en',
    startParam: 'page_order___orderId_7',
    platform: 'weba',
    isFresh: true,
  })
})

test('the credentials are removed from the URL, and a reload still finds them', () => {
  const page = open(`/order/7?x=1${hash()}`, storage)
  readLaunch(true)
  expect(page.address()).toBe('/order/7?x=1')
  open(page.address(), storage, 'reload')
  expect(readLaunch(true)).toMatchObject({ initData, isFresh: false })
})

test('without storage a reload finds them too, also after navigation', () => {
  const window = { name: '' }
  open(`/${hash()}`, storage, 'navigate', window)
  readLaunch(false)
  open('/order/7', new Map(), 'reload', window)
  expect(readLaunch(false)).toMatchObject({ initData, isFresh: false })
})

test('the SDK finds the parameters after such a reload', () => {
  const window = { name: '' }
  open(`/${hash()}`, storage, 'navigate', window)
  readLaunch(false)
  const memory = new Map<string, string>()
  open('/order/7', memory, 'reload', window)
  readLaunch(false)
  expect(memory.get('tapps/launchParams')).toContain('tgWebAppPlatform=weba')
})

test('a full storage leaves the credentials in the URL without an error', () => {
  const page = open(`/${hash()}`, storage)
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: full })
  expect(readLaunch(true).initData).toBe(initData)
  expect(page.address()).toContain('tgWebAppData')
})

test('a frame name set by the host is not a launch', () => {
  open('/order/7', storage, 'navigate', { name: 'mini-app' })
  expect(readLaunch(true).initData).toBe('')
})

test('without persistent storage they stay in the URL', () => {
  const page = open(`/${hash()}`, storage)
  readLaunch(false)
  expect(page.address()).toContain('tgWebAppData')
})

test('the SDK gets six-digit colours and the required signature', () => {
  open(`/${hash({ tgWebAppThemeParams: '{"bg_color":"#212121ff"}' })}`, storage)
  readLaunch(true)
  const params = new URLSearchParams(JSON.parse(storage.get('tapps/launchParams') ?? ''))
  expect(params.get('tgWebAppThemeParams')).toBe('{"bg_color":"#212121"}')
  expect(new URLSearchParams(params.get('tgWebAppData') ?? '').has('signature')).toBe(true)
})

test('null values are removed for the SDK, but sent to the server unchanged', () => {
  const data = new URLSearchParams(initData)
  data.set('user', '{"id":7,"first_name":"Анна","last_name":null,"username":null}')
  open(`/${hash({ tgWebAppData: String(data) })}`, storage)
  expect(readLaunch(true).initData).toBe(String(data))
  const params = new URLSearchParams(JSON.parse(storage.get('tapps/launchParams') ?? ''))
  const user = new URLSearchParams(params.get('tgWebAppData') ?? '').get('user')
  expect(user).toBe('{"id":7,"first_name":"Анна"}')
})

test('parameters appended to a hash route are found', () => {
  open(`/#/route?${hash().slice(1)}`, storage)
  expect(readLaunch(true).initData).toBe(initData)
})

test("the button's start parameter is used if Telegram sends none", () => {
  const bare = new URLSearchParams(initData)
  bare.delete('start_param')
  open(`/?startapp=page_listings${hash({ tgWebAppData: bare.toString() })}`, storage)
  expect(readLaunch(true).startParam).toBe('page_listings')
})

test("the signed start parameter wins over Telegram's URL parameter, and that over our own", () => {
  const bare = new URLSearchParams(initData)
  bare.delete('start_param')
  const address = '/?startapp=page_listings&tgWebAppStartParam=page_faq'
  open(`${address}${hash()}`, storage)
  expect(readLaunch(true).startParam).toBe('page_order___orderId_7')
  open(`${address}${hash({ tgWebAppData: bare.toString() })}`, storage)
  expect(readLaunch(true).startParam).toBe('page_faq')
})

test('an ordinary browser has no launch', () => {
  open('/order/7', storage)
  expect(readLaunch(true)).toMatchObject({ initData: '', userId: null, isFresh: false })
})

test('the same launch in a recreated frame is a reload; a new launch is not', () => {
  open(`/${hash()}`, storage)
  readLaunch(true)
  open(`/${hash()}`, storage)
  expect(readLaunch(true).isFresh).toBe(false)
  open(`/${hash({ tgWebAppData: initData.replace('1760000000', '1760000100') })}`, storage)
  expect(readLaunch(true).isFresh).toBe(true)
})
