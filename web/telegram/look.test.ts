import { expect, test, vi } from 'vitest'

/** What the client says of its window, once the app listens. */
let say: (isVisible: boolean) => void = () => undefined
vi.mock('./client.ts', () => ({
  onceSdk: (use: (sdk: object) => void) => use({ onVisibility: (listener: typeof say) => (say = listener) }),
}))

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
vi.stubGlobal('document', page)
vi.stubGlobal('window', new EventTarget())
function turn(visibilityState: 'visible' | 'hidden'): void {
  Object.assign(page, { visibilityState })
  page.dispatchEvent(new Event('visibilitychange'))
}

const { followWindow, isLookedAt, onLook, whenLookedAt } = await import('./look.ts')
followWindow()

test('an app is looked at while its page is visible and Telegram has not minimised it', () => {
  const told: boolean[] = []
  const stop = onLook((isSeen) => told.push(isSeen))
  expect(isLookedAt()).toBe(true)
  say(false)
  expect(isLookedAt()).toBe(false)
  // The screen goes dark and comes back: the app still lies below.
  turn('hidden')
  turn('visible')
  expect(isLookedAt()).toBe(false)
  say(true)
  expect(isLookedAt()).toBe(true)
  turn('hidden')
  expect(isLookedAt()).toBe(false)
  turn('visible')
  expect(told).toEqual([false, true, false, true])
  stop()
  say(false)
  expect(told).toHaveLength(4)
  say(true)
})

test('a touch or a key shows that the app is back, though the client has not told', () => {
  for (const act of ['pointerdown', 'keydown']) {
    say(false)
    expect(isLookedAt()).toBe(false)
    window.dispatchEvent(new Event(act))
    expect(isLookedAt()).toBe(true)
  }
})

test('what waits to be seen runs once, at the return', () => {
  let runs = 0
  const run = () => void runs++
  whenLookedAt(run)
  expect(runs).toBe(1)
  say(false)
  whenLookedAt(run)
  const giveUp = whenLookedAt(run)
  giveUp()
  expect(runs).toBe(1)
  say(true)
  say(false)
  say(true)
  expect(runs).toBe(2)
})
