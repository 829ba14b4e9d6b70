import { vi } from 'vitest'

/**
 * Stubs the boot state, which the start script leaves on `window` for the mini-app's modules. A test imports this before
 * them. The window is that of a phone whose browser has stored nothing.
 */
const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
vi.stubGlobal('sessionStorage', storage)
vi.stubGlobal('window', {
  otklik: { launch: { initData: '', userId: 1 }, startedAt: 0, login: null, firstData: null },
  localStorage: storage,
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
})
