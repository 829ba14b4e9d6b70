import { type ListingStatus, listingStatuses } from '#contract/lifecycle.ts'
import { type ActName, actNames } from './acts.ts'

const day = 24 * 60 * 60_000

/** Which acts were done to a listing in which state, and how often. */
export class Coverage {
  readonly #met = new Map<string, number>()

  note(state: ListingStatus, act: ActName | 'lapse' | 'expiry'): void {
    const key = `${state} ${act}`
    this.#met.set(key, (this.#met.get(key) ?? 0) + 1)
  }

  /** A long time passes over a listing: links run out, placements too. */
  pass(state: ListingStatus, ms: number): void {
    this.note(state, ms > 30 * day ? 'expiry' : 'lapse')
  }

  met(state: ListingStatus, act: ActName | 'lapse' | 'expiry'): number {
    return this.#met.get(`${state} ${act}`) ?? 0
  }

  table(): string {
    const wide = Math.max(...actNames.map(({ length }) => length))
    const head = `${' '.repeat(wide)} ${listingStatuses.map((state) => state.slice(0, 8).padStart(8)).join(' ')}`
    const lines = ([...actNames, 'lapse', 'expiry'] as const).map((act) => {
      const cells = listingStatuses.map((state) => String(this.met(state, act) || '-').padStart(8))
      return `${act.padEnd(wide)} ${cells.join(' ')}`
    })
    return [head, ...lines].join('\n')
  }
}
