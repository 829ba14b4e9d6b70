/** Random numbers that are the same for the same seed (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  happens(share: number): boolean {
    return this.next() < share
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  of<T>(all: readonly T[]): T {
    const one = all[this.below(all.length)]
    if (one === undefined) throw new Error('there is nothing to choose from')
    return one
  }

  /** @param shares weight of each name; they need not add up to one */
  weighed<T extends string>(shares: Record<T, number>): T {
    const all = Object.entries(shares) as [T, number][]
    let left = this.next() * all.reduce((sum, [, share]) => sum + share, 0)
    for (const [name, share] of all) {
      left -= share
      if (left < 0) return name
    }
    return all[0]?.[0] as T
  }
}
