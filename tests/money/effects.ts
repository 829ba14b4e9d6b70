import type { Db } from '#db/index.ts'
import type { Story } from './story.ts'

const day = 24 * 60 * 60_000

/**
 * Counts the placement periods of each listing by watching changes of the time at which its placement ends. It does not
 * use the product's own records.
 */
export class Effects {
  readonly #ends = new Map<number, string | null>()
  readonly #placements = new Map<number, number>()

  /** Reads the listings once. Must be called after everything that moves money and before the clock moves. */
  async readListings(db: Db, stories: Story[], now: Date): Promise<void> {
    const ids = stories.flatMap(({ listings }) => listings)
    if (ids.length === 0) return
    const rows = await db
      .selectFrom('listings')
      .select(['id', 'status', 'expires_at', 'placement_period'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, expires_at, placement_period } of rows) {
      const previousEnd = this.#ends.get(id) ?? null
      this.#ends.set(id, expires_at)
      if (!expires_at || expires_at === previousEnd) continue
      const startMs = Math.max(previousEnd ? Date.parse(previousEnd) : 0, now.getTime())
      const periods = Math.round((Date.parse(expires_at) - startMs) / (placement_period * day))
      this.#placements.set(id, (this.#placements.get(id) ?? 0) + periods)
    }
    const statuses = new Map(rows.map(({ id, status }) => [id, status]))
    for (const story of stories) story.status = statuses.get(story.listing_id) ?? story.status
  }

  placements(listing_id: number): number {
    return this.#placements.get(listing_id) ?? 0
  }
}
