/** Remembers answers for a while; when it is full it is emptied, so that it never grows. */
export function createMemory<Value, Key = string>({ ms, most }: { ms: number; most: number }) {
  const entries = new Map<Key, { value: Value; until: number; round: number }>()
  let round = 0
  let isTimed = false
  const forgetLater = () => {
    isTimed = entries.size > 0
    if (isTimed) setTimeout(forgetOld, ms).unref()
  }
  /** What was kept before the last round is over: once nobody asks any more nothing is held. */
  const forgetOld = () => {
    for (const [key, entry] of entries) if (entry.round < round) entries.delete(key)
    round += 1
    forgetLater()
  }
  return {
    find(key: Key, now: Date): Value | undefined {
      const entry = entries.get(key)
      return entry && entry.until > now.getTime() ? entry.value : undefined
    },
    keep(key: Key, value: Value, now: Date): void {
      if (entries.size >= most) entries.clear()
      entries.set(key, { value, until: now.getTime() + ms, round })
      if (!isTimed) forgetLater()
    },
    forget(isMeant: (value: Value) => boolean): void {
      for (const [key, { value }] of entries) if (isMeant(value)) entries.delete(key)
    },
  }
}
