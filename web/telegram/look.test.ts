import { expect, test, vi } from 'vitest'

/** Reports to the app that the client has minimised or restored it. */
let reportVisibility: (isVisible: boolean) => void = () => undefined
vi.mock('./client.ts', () => ({
  whenSdkReady: (callback: (sdk: object) => void) =>
    callback({ onVisibility: (listener: typeof reportVisibility) => (reportVisibility = listener) }),
}))

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
vi.stubGlobal('document', page)
vi.stubGlobal('window', new EventTarget())
function setVisibility(visibilityState: 'visible' | 'hidden'): void {
  Object.assign(page, { visibilityState })
  page.dispatchEvent(new Event('visibilitychange'))
}

const { followVisibility, isAppVisible, onAppVisibility, whenAppVisible } = await import('./look.ts')
followVisibility()

test('the app is visible while its page is visible and Telegram has not minimised it', () => {
  const reports: boolean[] = []
  const stopListening = onAppVisibility((isSeen) => reports.push(isSeen))
  expect(isAppVisible()).toBe(true)
  reportVisibility(false)
  expect(isAppVisible()).toBe(false)
  // After the phone's screen turns off and on again, the app is still minimised.
  setVisibility('hidden')
  setVisibility('visible')
  expect(isAppVisible()).toBe(false)
  reportVisibility(true)
  expect(isAppVisible()).toBe(true)
  setVisibility('hidden')
  expect(isAppVisible()).toBe(false)
  setVisibility('visible')
  expect(reports).toEqual([false, true, false, true])
  stopListening()
  reportVisibility(false)
  expect(reports).toHaveLength(4)
  reportVisibility(true)
})

test('a touch or a key restores the app if the client did not report it', () => {
  for (const gesture of ['pointerdown', 'keydown']) {
    reportVisibility(false)
    expect(isAppVisible()).toBe(false)
    window.dispatchEvent(new Event(gesture))
    expect(isAppVisible()).toBe(true)
  }
})

test('a callback for visibility runs once, at the return', () => {
  let runs = 0
  const run = () => void runs++
  whenAppVisible(run)
  expect(runs).toBe(1)
  reportVisibility(false)
  whenAppVisible(run)
  const stopWaiting = whenAppVisible(run)
  stopWaiting()
  expect(runs).toBe(1)
  reportVisibility(true)
  reportVisibility(false)
  reportVisibility(true)
  expect(runs).toBe(2)
})
