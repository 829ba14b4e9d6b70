import { beforeEach, expect, test, vi } from 'vitest'
import { preloadLikelyTargets } from './ahead.ts'

/** Tests the preloading of a page. The code and the data of the page are stubs. */

const { load, prefetchQuery } = vi.hoisted(() => ({ load: vi.fn(async () => {}), prefetchQuery: vi.fn() }))
const onRest = vi.fn()
/** Waits until pending promises are settled. */
const waitForPromises = () => new Promise((done) => setImmediate(done))
vi.mock('./routes.tsx', () => ({ routes: [{ path: '/order/:id', load }] }))
vi.mock('#web/client/query.ts', () => ({
  cachedForever: {},
  query: (call: string, { params }: { params: { id: number } }) => ({ queryKey: [call, params.id] }),
  queryClient: { prefetchQuery },
}))

const origin = 'https://otklik.example'
class Link {
  readonly href: string
  readonly origin: string
  constructor(href: string) {
    this.href = href
    this.origin = new URL(href).origin
  }
  closest(): Link {
    return this
  }
}
const idle: (() => void)[] = []
const listeners = new Map<string, (event: { target: unknown }) => void>()
let first: Link | null = null

beforeEach(() => {
  vi.clearAllMocks()
  const requestIdleCallback = (run: () => void) => idle.push(run)
  vi.stubGlobal('Element', Link)
  vi.stubGlobal('requestIdleCallback', requestIdleCallback)
  vi.stubGlobal('window', { requestIdleCallback, location: { origin } })
  vi.stubGlobal('document', {
    querySelector: () => first,
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
  })
})

const preloadedKeys = () => prefetchQuery.mock.calls.map(([query]) => query.queryKey)

test('preloads the first order of a list when idle', () => {
  first = new Link(`${origin}/order/7`)
  preloadLikelyTargets(onRest)
  expect(preloadedKeys()).toEqual([])
  for (const run of idle.splice(0)) run()
  expect(preloadedKeys()).toEqual([['GET /api/projects/:id/full_info', 7]])
  expect(load).toHaveBeenCalledTimes(1)
})

test('preloads a touched link of our own origin, until the list unmounts', () => {
  first = null
  const stopPreloading = preloadLikelyTargets(onRest)
  for (const run of idle.splice(0)) run()
  const touchListener = listeners.get('pointerdown')
  touchListener?.({ target: new Link(`${origin}/order/8`) })
  touchListener?.({ target: new Link('https://elsewhere.example/order/9') })
  expect(preloadedKeys()).toEqual([['GET /api/projects/:id/full_info', 8]])
  expect(load).toHaveBeenCalledTimes(1)
  stopPreloading()
  expect(listeners.size).toBe(0)
})

test('the remaining parts wait for preloading of the touched link', async () => {
  const arrivals: (() => void)[] = []
  load.mockImplementation(() => new Promise<void>((done) => arrivals.push(done)))
  first = new Link(`${origin}/order/7`)
  preloadLikelyTargets(onRest)
  for (const run of idle.splice(0)) run()
  listeners.get('pointerdown')?.({ target: new Link(`${origin}/order/8`) })
  arrivals[0]?.()
  await waitForPromises()
  expect(onRest).not.toHaveBeenCalled()
  arrivals[1]?.()
  await waitForPromises()
  expect(onRest).toHaveBeenCalledTimes(1)
})

test('the remaining parts wait at most five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  load.mockImplementation(() => new Promise<void>(() => undefined))
  first = new Link(`${origin}/order/7`)
  preloadLikelyTargets(onRest)
  for (const run of idle.splice(0)) run()
  await vi.advanceTimersByTimeAsync(4999)
  expect(onRest).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onRest).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
