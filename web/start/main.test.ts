import { expect, test, vi } from 'vitest'

const initData = new URLSearchParams({ user: '{"id":7,"language_code":"en"}', auth_date: '1', hash: 'ab' })
const launch = new URLSearchParams({
  tgWebAppData: String(initData),
  tgWebAppThemeParams: '{"bg_color":"#17212b","text_color":"#f5f5f5"}',
})

/** Fake of a page that Telegram opened. Records the calls that the start script main.ts makes. */
function openPage() {
  const calls: string[] = []
  const frames: (() => void)[] = []
  const storage = {
    getItem: () => null,
    setItem: (name: string) => calls.push(`keep ${name}`),
    removeItem: () => {},
  }
  const page = {
    name: '',
    performance,
    sessionStorage: storage,
    localStorage: storage,
    addEventListener: () => {},
    TelegramWebviewProxy: { postEvent: (name: string) => calls.push(name) },
  }
  vi.stubGlobal('window', Object.assign(page, { self: page, top: page, parent: page }))
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('location', new URL(`https://app.test/#${launch}`))
  vi.stubGlobal('history', { replaceState: () => calls.push('address') })
  vi.stubGlobal('document', {
    documentElement: {
      dataset: {},
      style: { setProperty: (name: string) => name === '--c-page' && calls.push('theme') },
    },
  })
  vi.stubGlobal('Request', function Request(this: { url: string }, url: string) {
    this.url = url
  })
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    calls.push(url)
    throw new TypeError('no network')
  })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  return { done: calls, frames }
}

test('only the theme is applied before the first paint; an earlier access to the state sends the login, once', async () => {
  vi.useFakeTimers()
  const { done, frames } = openPage()
  await import('./main.ts')
  expect(done).toEqual(['theme'])
  expect(window.otklik.launch.userId).toBe(7)
  expect(done.filter((call) => call === '/auth/login')).toHaveLength(1)
  expect(done).toContain('web_app_ready')
  const countBefore = done.length
  for (const frame of frames) frame()
  vi.runAllTimers()
  expect(done).toHaveLength(countBefore)
  vi.unstubAllGlobals()
})

test.each([
  ['right after the first paint', true],
  ['in time where nothing is drawn', false],
])('the login is sent %s', async (_when, isDrawn) => {
  vi.useFakeTimers()
  vi.resetModules()
  const { done, frames } = openPage()
  await import('./main.ts')
  if (isDrawn) for (const frame of frames) frame()
  else vi.advanceTimersByTime(299)
  expect(done).toEqual(['theme'])
  vi.advanceTimersByTime(1)
  expect(done.filter((call) => call === '/auth/login')).toHaveLength(1)
  vi.unstubAllGlobals()
})
