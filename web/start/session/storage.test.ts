import { afterEach, expect, test, vi } from 'vitest'
import { chosenLanguage, rememberLanguage } from './language.ts'
import type { Launch } from './launch.ts'
import { readSaved, saveSession } from './saved-session.ts'
import { ensureStorage } from './storage.ts'

const launch = { userId: 7 } as Launch

afterEach(() => void vi.unstubAllGlobals())

const throwRefusal = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
const refusingStorage = {
  get sessionStorage() {
    return throwRefusal()
  },
  get localStorage() {
    return throwRefusal()
  },
}

function openPage(storages: object): void {
  const page = Object.defineProperties({}, Object.getOwnPropertyDescriptors(storages))
  for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(page, name, { configurable: true })
  vi.stubGlobal('window', page)
  vi.stubGlobal('sessionStorage', undefined)
}

test.each([
  ['refuses its storages', refusingStorage],
  ['has none', { sessionStorage: null, localStorage: null }],
])('a page that %s starts, and keeps what it needs until it is closed', (_what, storages) => {
  openPage(storages)
  expect(ensureStorage()).toBe(false)
  vi.stubGlobal('sessionStorage', window.sessionStorage)
  expect(chosenLanguage(launch)).toBeUndefined()
  rememberLanguage(launch, 'en')
  expect(chosenLanguage(launch)).toBe('en')
})

test('a full storage does not prevent a login', () => {
  const full = { getItem: () => null, setItem: throwRefusal, removeItem: () => {} }
  vi.stubGlobal('sessionStorage', full)
  expect(() => saveSession(launch, {} as never)).not.toThrow()
  expect(readSaved(launch)).toBeNull()
})
