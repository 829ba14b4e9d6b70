export type Random = ReturnType<typeof seededRandom>

/** Returns a generator of pseudo-random numbers. The same seed gives the same numbers. */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  /** Returns a number from 0 up to but not including 1, by the algorithm mulberry32. */
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
    /** Returns one of the values at random. With a higher `skew`, the first values are chosen more often. */
    of<T>(values: readonly T[], skew = 1): T {
      if (values.length === 0) throw new Error('there is nothing to choose from')
      return values[Math.floor(fraction() ** skew * values.length)] as T
    },
    /** Returns one of the names at random, with a probability proportional to its weight. */
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
