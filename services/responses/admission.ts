import { sql } from 'kysely'
import { responsesADay } from '#contract/daily-number.ts'
import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { view, respond as whyNot } from '#contract/policies.ts'
import type { Db, Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { countDeparted } from '#services/core/departure-mark.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { findListingFacts } from '#services/listings/access.ts'
import { findBlock } from '#services/users/blocks.ts'
import { readAnswers } from './answers.ts'

type Lately = { user_id: number; since: string; earliest: string }
const sentLately = prepare((db, { user_id, since, earliest }: Lately) =>
  db
    .selectFrom('responses')
    .select([
      sql<number>`(count(*) filter (where created_at > ${since}))::int`.as('sent'),
      // As the record of an author counts it: what ends by itself answers nobody.
      sql<number>`(count(*) filter (where status in ('shortlisted', 'chosen')
        or status = 'declined' and decline_reason <> 'spam'))::int`.as('answered'),
      sql<number>`(count(*) filter (where status = 'declined' and decline_reason = 'spam'))::int`.as('spam'),
    ])
    .where('user_id', '=', user_id)
    .where('created_at', '>', earliest),
)

/** How many responses a person may send within 24 hours, how many are left, and what the number comes from. */
export async function countResponsesToday(ctx: ActorContext, db: Db) {
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * 24 * 60 * 60_000).toISOString()
  const since = daysAgo(1)
  const earliest = daysAgo(limits.responsesPerDay.days)
  const [counted] = await sentLately(db, { user_id: ctx.viewer.id, since, earliest })
  const { sent, ...lately } = counted ?? { sent: 0, answered: 0, spam: 0 }
  const before = await countDeparted(db, ctx.viewer.id, 'responses', since)
  const limit = responsesADay(lately)
  return { ...lately, limit, left: Math.max(0, limit - sent - before) }
}

export async function checkResponsesToday(ctx: ActorContext, tx: Tx): Promise<void> {
  const { limit, left } = await countResponsesToday(ctx, tx)
  if (left === 0) throw new AppError('too_many_responses', { limit })
}

/** Responses of one person wait for each other, so that today's are counted correctly. */
const takeTurn = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom('users')
    .select(['id', 'is_verified', 'role'])
    .select(sql`pg_advisory_xact_lock(hashtext('respond'), id::int4)`.as('turn'))
    .where('id', '=', id),
)

/** Locks the listing and says why this person cannot respond to it. */
export async function lockOpenListing(
  ctx: ActorContext,
  tx: Tx,
  listing_id: number,
  kind: ListingKind,
): Promise<void> {
  const listing = await findListingFacts(tx, listing_id, ctx.viewer.id, true)
  const [viewer] = await takeTurn(tx, { id: ctx.viewer.id })
  if (!viewer) throw new AppError('not_found')
  const is_moderator = viewer.role !== 'user'
  if (listing?.kind !== kind || view({ id: viewer.id, is_moderator }, listing))
    throw new AppError('not_found')
  const refusal = whyNot(viewer, listing)
  if (refusal === 'already_responded')
    throw new AppError(refusal, { response: await findOwn(tx, listing_id, viewer.id) })
  if (refusal) throw new AppError(refusal)
  // Only the caller's own block remains: a caller whom the author has blocked got not_found above.
  if (await findBlock(tx, viewer.id, listing.author_id)) throw new AppError('blocked_pair')
}

/**
 * Whether this person may respond to a listing now; the response itself asks once more.
 * @throws what `respond` would refuse with
 */
export async function checkMayRespond(
  ctx: ActorContext,
  listing_id: number,
  kind: ListingKind,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockOpenListing(ctx, tx, listing_id, kind)
    await checkResponsesToday(ctx, tx)
    // Questions are answered in the app.
    await readAnswers(tx, listing_id)
  })
}

function findOwn(db: Db, listing_id: number, user_id: number) {
  return db
    .selectFrom('responses')
    .select(['id', 'status', 'response_type', 'created_at'])
    .where('listing_id', '=', listing_id)
    .where('user_id', '=', user_id)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirst()
}
