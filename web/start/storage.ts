/**
 * A browser that blocks third-party storage throws on the mere mention of `window.sessionStorage`, a WebView without
 * one has null there, and the Telegram SDK fails on both. Then a storage that lives as long as the page takes its
 * place.
 * @returns whether the browser's own storage works, so that a reload finds what was written
 */
export function ensureStorage(): boolean {
  try {
    window.sessionStorage.setItem('otklik:probe', '1')
    window.sessionStorage.removeItem('otklik:probe')
    return true
  } catch {
    Object.defineProperty(window, 'sessionStorage', { configurable: true, value: memoryStorage() })
    return false
  }
}

/** What works on this device outlives the app; null where the browser refuses it or the WebView has none. */
export function lastingStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** @returns whether it was kept: a storage may be full */
export function keep(storage: Storage, key: string, value: string): boolean {
  try {
    storage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

function memoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(String(key)) ?? null,
    setItem: (key, value) => void values.set(String(key), String(value)),
    removeItem: (key) => void values.delete(String(key)),
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size
    },
  }
}
