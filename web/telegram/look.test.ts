import { expect, test, vi } from 'vitest'

/** Sends visibility events of the client after the app has subscribed. */
let say: (isVisible: boolean) => void = () => undefined
vi.mock('./client.ts', () => ({
  whenSdkReady: (use: (sdk: object) => void) =>
    use({ onVisibility: (listener: typeof say) => (say = listener) }),
}))

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
vi.stubGlobal('document', page)
vi.stubGlobal('window', new EventTarget())
function turn(visibilityState: 'visible' | 'hidden'): void {
  Object.assign(page, { visibilityState })
  page.dispatchEvent(new Event('visibilitychange'))
}

const { followVisibility, isAppVisible, onAppVisibility, whenAppVisible } = await import('./look.ts')
followVisibility()

test('the app is visible while its page is visible and Telegram has not minimised it', () => {
  const told: boolean[] = []
  const stop = onAppVisibility((isSeen) => told.push(isSeen))
  expect(isAppVisible()).toBe(true)
  say(false)
  expect(isAppVisible()).toBe(false)
  // The screen turns off and on again; the app is still minimised.
  turn('hidden')
  turn('visible')
  expect(isAppVisible()).toBe(false)
  say(true)
  expect(isAppVisible()).toBe(true)
  turn('hidden')
  expect(isAppVisible()).toBe(false)
  turn('visible')
  expect(told).toEqual([false, true, false, true])
  stop()
  say(false)
  expect(told).toHaveLength(4)
  say(true)
})

test('a touch or a key restores the app if the client did not report it', () => {
  for (const act of ['pointerdown', 'keydown']) {
    say(false)
    expect(isAppVisible()).toBe(false)
    window.dispatchEvent(new Event(act))
    expect(isAppVisible()).toBe(true)
  }
})

test('a callback for visibility runs once, at the return', () => {
  let runs = 0
  const run = () => void runs++
  whenAppVisible(run)
  expect(runs).toBe(1)
  say(false)
  whenAppVisible(run)
  const cancel = whenAppVisible(run)
  cancel()
  expect(runs).toBe(1)
  say(true)
  say(false)
  say(true)
  expect(runs).toBe(2)
})
