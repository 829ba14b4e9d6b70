export type Random = ReturnType<typeof seededRandom>

/** Numbers that look random and are the same for the same seed. */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  /** From 0 up to, not including, 1 (mulberry32). */
  const part = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (most: number): number => Math.floor(part() * most)
  return {
    part,
    below,
    /** One of the values; a higher `skew` draws the first ones more often. */
    of<T>(values: readonly T[], skew = 1): T {
      return values[Math.floor(part() ** skew * values.length)] as T
    },
    /** One of the names, as often as its weight says. */
    weighted<Name extends string>(weights: Record<Name, number>): Name {
      const names = Object.keys(weights) as Name[]
      let left = part() * names.reduce((sum, name) => sum + weights[name], 0)
      for (const name of names) {
        left -= weights[name]
        if (left < 0) return name
      }
      return names[0] as Name
    },
  }
}
