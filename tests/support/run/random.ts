export type Random = ReturnType<typeof seededRandom>

/** Pseudo-random numbers that are the same for the same seed. */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  /** A number from 0 to below 1 (mulberry32). */
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixedState = Math.imul(state ^ (state >>> 15), state | 1)
    mixedState ^= mixedState + Math.imul(mixedState ^ (mixedState >>> 7), mixedState | 61)
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number): number => Math.floor(fraction() * bound)
  return {
    fraction,
    below,
    happens: (share: number): boolean => fraction() < share,
    /** One of the values; a higher `skew` prefers the first ones. */
    of<T>(values: readonly T[], skew = 1): T {
      if (values.length === 0) throw new Error('there is nothing to choose from')
      return values[Math.floor(fraction() ** skew * values.length)] as T
    },
    /** One of the names, with a probability proportional to its weight. */
    weighted<Name extends string>(weights: Record<Name, number>): Name {
      const names = Object.keys(weights) as Name[]
      let remainingWeight = fraction() * names.reduce((sum, name) => sum + weights[name], 0)
      for (const name of names) {
        remainingWeight -= weights[name]
        if (remainingWeight < 0) return name
      }
      return names[0] as Name
    },
  }
}
