import { type RawBuilder, sql } from 'kysely'
import { type CollectionReason, type CollectionWhy, collectionHead } from '#contract/collection.ts'
import { isListed } from '#services/users/visibility/hidden-authors.ts'
import { isFitting } from './score.ts'

/**
 * SQL condition that a ranked listing is still shown to a person. It excludes unpublished listings, listings of blocked
 * authors, listings that the person hid, and listings to which the person responded before today. The query needs the
 * alias `listing` and the CTEs `person` and `left_out`.
 */
export const isShown = sql<boolean>`(listing.status = 'published'
  and ${isListed('listing.author_id')} and listing.id <> all (person.marked)
  and not exists (select from responses mine where mine.listing_id = listing.id
    and mine.user_id = person.id and mine.status <> 'withdrawn' and mine.created_at < person.today))`

/** A listing in a stored ranking, as a tuple. `why` is null if the card shows no extra facts. */
export type OpenPlace = [
  id: number,
  band: number,
  reason: CollectionReason,
  why: CollectionWhy | null,
  place: number,
]

/**
 * SQL for the listings of a stored ranking that are still shown, as a JSON list of `OpenPlace`. It contains the first
 * `depth` places of the stored ranking and its spare listings, without closed listings. The query needs the alias
 * `kept` for the stored ranking.
 */
export const openPlacesJson = (depth: number): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_array(item.id, item.band, item.reason, item.why::json, item.place)), '[]') from (
    select * from unnest(kept.listing_ids[1:${depth}::int], kept.bands[1:${depth}::int], kept.reasons[1:${depth}::int],
      kept.whys[1:${depth}::int]) with ordinality item (id, band, reason, why, place)
    union all
    select kept.listing_ids[place], kept.bands[place], kept.reasons[place], kept.whys[place], place
    from unnest(kept.reserve) behind (place) where place > ${depth}::int
  ) item join listings listing on listing.id = item.id where ${isShown})`

const nothing: CollectionWhy = { skill: null, answer_minutes: null, is_first: false, is_well_paid: false }

export const toStanding = ([id, band, reason, why, place]: OpenPlace): RankedListing => ({
  id,
  band,
  reason,
  place,
  why: why ?? nothing,
})

/** A listing of a stored ranking that is still shown. `place` is its 1-based position in the ranking. */
export type RankedListing = {
  id: number
  band: number
  reason: CollectionReason
  why: CollectionWhy
  place: number
}

const { size, fitting, first } = collectionHead

/**
 * Returns the first `depth` places in the order in which the collection shows them. If the first ten places have too
 * few listings that fit the person, or too few first listings of new authors, such listings move up. All other listings
 * keep their order.
 */
export function promoteToHead(open: RankedListing[], depth: number): RankedListing[] {
  const inOrder = open.toSorted((one, other) => other.band - one.band || one.place - other.place)
  const due = new Set([
    ...inOrder.filter(isFitting).slice(0, fitting),
    ...inOrder.filter(({ why }) => why.is_first).slice(0, first),
  ])
  const others = inOrder.filter((one) => !due.has(one))
  const head = new Set([...due, ...others].slice(0, size))
  return [
    ...inOrder.filter((one) => head.has(one)),
    ...inOrder.filter((one) => !head.has(one) && one.place <= depth),
  ]
}
