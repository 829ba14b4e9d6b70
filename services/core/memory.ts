/** Remembers answers for a while; when it is full it is emptied, so that it never grows. */
export function createMemory<Value, Key = string>({ ms, most }: { ms: number; most: number }) {
  const entries = new Map<Key, { value: Value; until: number }>()
  return {
    find(key: Key, now: Date): Value | undefined {
      const entry = entries.get(key)
      return entry && entry.until > now.getTime() ? entry.value : undefined
    },
    keep(key: Key, value: Value, now: Date): void {
      if (entries.size >= most) entries.clear()
      entries.set(key, { value, until: now.getTime() + ms })
    },
    forget(isMeant: (value: Value) => boolean): void {
      for (const [key, { value }] of entries) if (isMeant(value)) entries.delete(key)
    },
  }
}
