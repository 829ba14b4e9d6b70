import { hash } from 'node:crypto'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { candidates, spareCounts } from './candidates.ts'
import type { OpenPlace } from './open-places.ts'
import type { ScoringPersonRow } from './person.ts'
import { findShown, scoreListings, type WeighedListing } from './ranking-score.ts'
import { isFitting } from './score.ts'
import { findTodays, listsOf } from './stored-rankings.ts'

/** Maximum number of listings in a stored ranking. Nobody scrolls past so many in a day. */
const longest = 300
/**
 * Milliseconds by which the search for new listings looks back. A listing becomes visible only when its transaction
 * commits, which is later than its time of publication.
 */
const settlingMs = 5000
/** Returns the time until which a ranking made now contains all published listings. */
const settledAt = (ctx: UserContext) => new Date(ctx.now().getTime() - settlingMs).toISOString()

/**
 * The person's earlier ranking of the same day. `places` are the 1-based places by listing id. The ranking contains all
 * listings published until the epoch milliseconds `until`.
 */
type Before = { places: Map<number, number>; until: number | undefined }

/**
 * Sorts a person's ranking of the day by band, highest first. Listings of one band are shuffled, differently for each
 * person and day. Listings of the person's earlier ranking of the day keep their order in the band. Listings published
 * after that ranking was made come first in their band, newest first.
 */
function inOrder(
  listings: WeighedListing[],
  { id: person_id, today }: ScoringPersonRow,
  { places, until }: Before,
): WeighedListing[] {
  const day = `${person_id} ${today.slice(0, 10)}`
  const placeOf = ({ id, listed_at }: WeighedListing) =>
    places.get(id) ?? (until !== undefined && listed_at <= until ? longest + 1 : 0)
  const keyed = listings.map((listing) => ({
    listing,
    place: placeOf(listing),
    age: until === undefined ? 0 : -listing.listed_at,
    shuffled: hash('md5', `${listing.id} ${day}`),
  }))
  keyed.sort(
    (one, other) =>
      other.listing.band - one.listing.band ||
      one.place - other.place ||
      one.age - other.age ||
      (one.shuffled < other.shuffled ? -1 : 1),
  )
  return keyed.map(({ listing }) => listing)
}

const sorts = [
  { isOf: isFitting, most: spareCounts.fitting },
  { isOf: ({ why }: WeighedListing) => why?.is_first === true, most: spareCounts.first },
]

/**
 * Finds which listings on the first `depth` places are still shown. Also finds the best spare listings (`standing`):
 * listings that fit the person, and first listings of new authors. A few listings are checked first, which is nearly
 * always enough; otherwise all are checked.
 */
async function findShownAndSpare(ctx: UserContext, ranked: WeighedListing[], depth: number) {
  const ofSorts = sorts.map(({ isOf, most }) => ({ all: ranked.filter(isOf), most, near: 2 * most }))
  const look = async (places: Iterable<WeighedListing>) => {
    const ids = await findShown(
      ctx,
      Array.from(places, ({ id }) => id),
    )
    const best = ofSorts.map(({ all, most }) => all.filter(({ id }) => ids.has(id)).slice(0, most))
    return { shown: ids, best, standing: new Set(best.flat()) }
  }
  const near = ofSorts.flatMap((sort) => sort.all.slice(0, sort.near))
  const weighed = await look(new Set([...ranked.slice(0, depth), ...near]))
  const isEnough = ofSorts.every(
    ({ all, most, near }, at) => all.length <= near || weighed.best[at]?.length === most,
  )
  return isEnough ? weighed : look(ranked)
}

/** Data from which a person's ranking is made or updated. `weighed_until` is null if no ranking exists. */
export type RankingInput = {
  kind: ListingKind
  person: ScoringPersonRow | null
  ranked_for: string
  /** True if today's ranking was made for the person's present profile. Then only new listings have to be added. */
  is_current: boolean
  weighed_until: string | null
}

/**
 * Makes a person's ranking of one kind of listing for the day. Returns the columns to store, and the listings that are
 * shown: those on the first `depth` places and the spare listings.
 */
export async function rank(ctx: UserContext, stale: RankingInput, depth: number) {
  const { kind, person, ranked_for } = stale
  if (!person) return []
  const weighed_until = settledAt(ctx)
  const args = { viewer_id: ctx.viewer.id, now: ctx.now().toISOString() }
  const { weighed_until: last, is_current } = stale
  const [[found], places] = await Promise.all([
    candidates[kind](ctx.lists, args),
    last === null ? new Map<number, number>() : findTodays(ctx, kind),
  ])
  const until = last !== null && is_current ? Date.parse(last) : undefined
  const ranked = inOrder(await scoreListings(ctx, person, found?.ids ?? []), person, { places, until })
  const { shown, standing } = await findShownAndSpare(ctx, ranked, depth)
  const shownPlaces = ranked.filter((place, at) => at < longest || standing.has(place))
  const open = shownPlaces.flatMap((place, at): OpenPlace[] => {
    const { id, band, reason, why } = place
    return shown.has(id) && (at < depth || standing.has(place)) ? [[id, band, reason, why, at + 1]] : []
  })
  return [
    { kind, ranked_for, weighed_until, size: shownPlaces.length, open, ...listsOf(shownPlaces, standing) },
  ]
}
