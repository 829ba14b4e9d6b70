import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Audience, ListingKind } from '#contract/lifecycle.ts'
import { type ListingFacts, view } from '#contract/policies.ts'
import type { Db, Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { findRole } from '#services/users/people/queries.ts'
import { hasBlocked } from '#services/users/visibility/blocks.ts'

export type ListingRow = ListingFacts & {
  id: number
  audience: Audience
  asked_id: number | null
  kind: ListingKind
  hidden_reason: string | null
  rejection_reason: string | null
  /** Time at which the listing was published for the first time; null before that. */
  published_at: string | null
  expires_at: string | null
  keep_open: boolean
  /** Time at which the executor handed in work that waits for the author's answer; null if no work waits. */
  handed_in_at: string | null
  /** Time at which the author last returned the work. `due_at` is the date set with that return. */
  returned_at: string | null
  due_at: string | null
  /** Time at which staff found a breach of the rules in a listing that was closed or on which somebody worked. */
  flagged_at: string | null
  /** True if the author has blocked the viewer. */
  blocks_viewer: boolean
}

const lockRow = prepare((db, { id }: { id: number }) =>
  db.selectFrom('listings').select('id').where('id', '=', id).forUpdate(),
)

/** SQL for the freelancer whom a private order asks; null for a public listing. The query needs the alias `listing`. */
export const askedFreelancer = sql<number | null>`case when listing.audience = 'private'
  then (select freelancer_id from service_requests where listing_id = listing.id) end`

export const factsOf = prepare((db, { id, viewer_id }: { id: number; viewer_id: number }) =>
  db
    .selectFrom('listings as listing')
    .select(['listing.id', 'listing.kind', 'listing.author_id', 'listing.status', 'listing.executor_id'])
    .select([
      'listing.hidden_reason',
      'listing.rejection_reason',
      'listing.published_at',
      'listing.expires_at',
      'listing.keep_open',
      'listing.handed_in_at',
      'listing.returned_at',
      'listing.due_at',
      'listing.flagged_at',
    ])
    .select([
      'listing.audience',
      askedFreelancer.as('asked_id'),
      sql<boolean>`exists (select from responses mine where mine.listing_id = listing.id
        and mine.user_id = ${viewer_id} and mine.status <> 'withdrawn')`.as('is_responded'),
      hasBlocked('listing.author_id', viewer_id).as('blocks_viewer'),
    ])
    .where('listing.id', '=', id),
)

/**
 * Reads the facts about a listing that decide what a person may do with it. `lock` locks the listing's row until the
 * end of the transaction.
 */
export async function findListingFacts(
  db: Db,
  id: number,
  viewer_id: number,
  lock = false,
): Promise<ListingRow | undefined> {
  // A separate statement locks the row before the facts are read. A single statement that waited for the lock would
  // read responses as they were before the wait.
  if (lock) await lockRow(db, { id })
  const [facts] = await factsOf(db, { id, viewer_id })
  return facts
}

/**
 * Reads the facts of a listing if the viewer may see the listing. The app and all buttons of the bot check access with
 * this function.
 */
export async function findVisibleFacts(
  db: Db,
  id: number,
  viewer_id: number,
): Promise<ListingRow | undefined> {
  const facts = await findListingFacts(db, id, viewer_id)
  if (!facts || !view({ id: viewer_id, is_moderator: false }, facts)) return facts
  const is_moderator = (await findRole(db, viewer_id)) !== 'user'
  return view({ id: viewer_id, is_moderator }, facts) ? undefined : facts
}

/** @throws not_found if the listing does not exist, is of the other kind, or is not visible to the viewer */
export async function getVisibleFacts(
  db: Db,
  id: number,
  viewer_id: number,
  kind?: ListingKind,
): Promise<ListingRow> {
  const facts = await findVisibleFacts(db, id, viewer_id)
  if (!facts || (kind && facts.kind !== kind)) throw new AppError('not_found')
  return facts
}

/** Locks the caller's own listing until the end of the transaction. @throws not_found */
export async function lockOwn(
  ctx: ActorContext,
  tx: Tx,
  id: number,
  kind?: ListingKind,
): Promise<ListingRow> {
  const facts = await findListingFacts(tx, id, ctx.viewer.id, true)
  if (facts?.author_id !== ctx.viewer.id || facts.status === 'deleted') throw new AppError('not_found')
  if (kind && facts.kind !== kind) throw new AppError('not_found')
  return facts
}

/** Finds a person's own listing with the fields that messages of the bot mention. */
export async function findOwnListing(db: Db, author_id: number, id: number) {
  return db
    .selectFrom('listings')
    .select(['kind', 'status', 'title'])
    .where('id', '=', id)
    .where('author_id', '=', author_id)
    .executeTakeFirst()
}
