/**
 * Makes sure that session storage exists. Browsers that block third-party storage throw on `window.sessionStorage`, a
 * WebView without storage has null there, and the Telegram SDK fails on both. In-memory storage replaces it.
 * @returns true if the browser's storage works and survives a reload
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

/** Returns `localStorage`, or `null` if it is blocked. */
export function persistentStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}

/** @returns true if the value was stored; false if the storage is full */
export function storeIfPossible(storage: Storage, key: string, value: string): boolean {
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
