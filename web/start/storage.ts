/**
 * A browser that blocks third-party storage throws on the mere mention of `window.sessionStorage`, and the
 * Telegram SDK with it. Then a storage that lives as long as the page takes its place.
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
