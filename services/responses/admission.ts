import { sql } from 'kysely'
import { responsesADay } from '#contract/daily-number.ts'
import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { view, respond as whyNot } from '#contract/policies.ts'
import { type Question, readQuestions } from '#contract/questions.ts'
import type { Db, Tx } from '#db/index.ts'
import { inTurn, prepare, together } from '#db/prepared.ts'
import type { UserRole } from '#db/tables.ts'
import { departed } from '#services/core/departure-mark.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { factsOf } from '#services/listings/access.ts'
import { answersTo, questionsOf } from './answers.ts'

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

/** From when responses count, for a day and for what the number of a day comes from. */
function spans(ctx: ActorContext) {
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * 24 * 60 * 60_000).toISOString()
  return { since: daysAgo(1), earliest: daysAgo(limits.responsesPerDay.days) }
}

const today = together({ lately: sentLately, departed })
type Today = Awaited<ReturnType<typeof today>>

function askedToday(ctx: ActorContext) {
  const { since, earliest } = spans(ctx)
  const user_id = ctx.viewer.id
  const kind = 'responses' as const
  return { lately: { user_id, since, earliest }, departed: { user_id, kind, since } }
}

function countToday({ lately: [counted], departed: [before] }: Today) {
  const { sent, ...lately } = counted ?? { sent: 0, answered: 0, spam: 0 }
  const limit = responsesADay(lately)
  return { ...lately, limit, left: Math.max(0, limit - sent - (before?.count ?? 0)) }
}

/** How many responses a person may send within 24 hours, how many are left, and what the number comes from. */
export async function countResponsesToday(ctx: ActorContext, db: Db) {
  return countToday(await today(db, askedToday(ctx)))
}

type Pair = { id: number; viewer_id: number }
/** Locks the listing, and lets responses of one person wait for each other, so that today's are counted correctly. */
type Person = { id: number; is_verified: boolean; role: UserRole }
export const takeTurn = prepare(
  (_, { id, viewer_id }: Pair) => sql<Person>`
    with listing as materialized (select id from listings where id = ${id} for update)
    select person.id, is_verified, role, (select id from listing) as listing_id,
      pg_advisory_xact_lock(hashtextextended('respond:' || person.id, 0)) as turn
    from users person where person.id = ${viewer_id}`,
)

const ownBlock = prepare(
  (_, { id, viewer_id }: Pair) => sql<object>`
    select true as blocked from listings listing
    join user_blocks block on block.user_id = ${viewer_id} and block.blocked_id = listing.author_id
    where listing.id = ${id}`,
)

/** What decides about a response. Asked after the lock: a query that waited for it would see the responses of before. */
export const admission = {
  facts: factsOf,
  block: ownBlock,
  lately: sentLately,
  departed,
  questions: questionsOf,
}
const look = together(admission)
type Seen = Awaited<ReturnType<typeof look>>

export function askedOf(ctx: ActorContext, listing_id: number) {
  const pair = { id: listing_id, viewer_id: ctx.viewer.id }
  return { facts: pair, block: pair, questions: { listing_id }, ...askedToday(ctx) }
}

type Place = { listing_id: number; kind: ListingKind }
/**
 * Lets a person respond to a listing that is locked for them.
 * @returns what its author asks everybody
 * @throws not_found, own_listing, verification_required, already_responded, executor_chosen, listing_closed,
 * blocked_pair, too_many_responses
 */
export async function admit(
  tx: Tx,
  { listing_id, kind }: Place,
  [viewer]: Person[],
  seen: Seen,
): Promise<Question[]> {
  const [listing] = seen.facts
  if (!viewer) throw new AppError('not_found')
  const is_moderator = viewer.role !== 'user'
  if (listing?.kind !== kind || view({ id: viewer.id, is_moderator }, listing))
    throw new AppError('not_found')
  const refusal = whyNot(viewer, listing)
  if (refusal === 'already_responded')
    throw new AppError(refusal, { response: await findOwn(tx, listing_id, viewer.id) })
  if (refusal) throw new AppError(refusal)
  // Only the caller's own block remains: a caller whom the author has blocked got not_found above.
  if (seen.block.length > 0) throw new AppError('blocked_pair')
  const { limit, left } = countToday(seen)
  if (left === 0) throw new AppError('too_many_responses', { limit })
  return readQuestions(seen.questions[0]?.questions ?? null)
}

/**
 * Whether this person may respond to a listing now, without answers to questions; the response itself asks once more.
 * @throws what `admit` throws, and answers_missing
 */
export async function checkMayRespond(
  ctx: ActorContext,
  listing_id: number,
  kind: ListingKind,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const pair = { id: listing_id, viewer_id: ctx.viewer.id }
    const [viewer, seen] = await inTurn(tx, takeTurn.of(pair), look.of(askedOf(ctx, listing_id)))
    // Questions are answered in the app.
    answersTo(await admit(tx, { listing_id, kind }, viewer, seen))
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
