import { sql } from 'kysely'
import type { CollectionReason, CollectionWhy } from '#contract/collection.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { isLikeHidden } from '#services/listings/audience/hidden-listings.ts'
import { excludedAuthors } from '#services/users/visibility/hidden-authors.ts'
import { isShown } from './open-places.ts'
import { type ScoringPersonRow, selectScoringPerson, toScoringPerson } from './person.ts'
import { findScoringFacts } from './ranking-facts.ts'
import { bandOf, extraCardFacts, scoreListing } from './score.ts'

/** A listing with its score for the viewer. */
export type WeighedListing = {
  id: number
  /** Time at which the listing entered the feed, in milliseconds since the epoch. */
  listed_at: number
  band: number
  reason: CollectionReason
  /** Extra facts that the listing's card shows; null if there are none. */
  why: CollectionWhy | null
}

type Asked = { viewer_id: number; now: string; ids: number[] }
type Found = { id: number }

const unwanted = prepare<Asked, Found>(
  (_, values) => sql<Found>`
    with person as materialized (${selectScoringPerson(values)})
    select listing.id from person, listings listing
    where listing.id = any(${values.ids}) and ${isLikeHidden(sql`person.today + interval '1 day'`)}`,
)
const selectShown = prepare<Asked, Found>(
  (_, values) => sql<Found>`
    with person as materialized (${selectScoringPerson(values)}), ${excludedAuthors(values.viewer_id)}
    select listing.id from person, listings listing where listing.id = any(${values.ids}) and ${isShown}`,
)

async function findAmong(
  ctx: UserContext,
  question: typeof selectShown,
  ids: number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await question(ctx.lists, { viewer_id: ctx.viewer.id, now: ctx.now().toISOString(), ids })
  return new Set(rows.map(({ id }) => id))
}

/** Returns the ids of those of the given listings that the viewer may see now. */
export const findShown = (ctx: UserContext, ids: number[]) => findAmong(ctx, selectShown, ids)

/** Scores listings for the viewer, in the order of the ids. The viewer's own listings are skipped. */
export async function scoreListings(
  ctx: UserContext,
  person: ScoringPersonRow,
  ids: number[],
): Promise<WeighedListing[]> {
  const [weighables, isUnwanted] = await Promise.all([
    findScoringFacts(ctx, ids),
    findAmong(ctx, unwanted, person.said === '' ? [] : ids),
  ])
  const weigher = toScoringPerson(person)
  return ids.flatMap((id) => {
    const listing = weighables.get(id)
    if (!listing || listing.author_id === person.id) return []
    const weighing = scoreListing(weigher, listing, isUnwanted.has(id))
    const { listed_at } = listing
    return {
      id,
      listed_at,
      band: bandOf(weighing),
      reason: weighing.reason,
      why: extraCardFacts(weighing, listing),
    }
  })
}
