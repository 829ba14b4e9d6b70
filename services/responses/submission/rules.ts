import { sql } from 'kysely'
import { dailyResponseLimit } from '#contract/daily-number.ts'
import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { view, respond as whyNot } from '#contract/policies.ts'
import {
  type Answer,
  isValidAnswer as isAnswered,
  type Question,
  readQuestions,
} from '#contract/questions.ts'
import type { Db, Tx } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { UserRole } from '#db/tables.ts'
import { countDeparted } from '#services/core/records/departure-mark.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { factsOf } from '#services/listings/access.ts'

type RecentPeriod = { user_id: number; since: string; earliest: string }
const countRecentResponses = prepare((db, { user_id, since, earliest }: RecentPeriod) =>
  db
    .selectFrom('responses')
    .select([
      sql<number>`(count(*) filter (where created_at > ${since}))::int`.as('sent'),
      // Answers are counted as in the author's record: a response that ended automatically was not answered.
      sql<number>`(count(*) filter (where status in ('shortlisted', 'chosen')
        or status = 'declined' and decline_reason <> 'spam'))::int`.as('answered'),
      sql<number>`(count(*) filter (where status = 'declined' and decline_reason = 'spam'))::int`.as('spam'),
    ])
    .where('user_id', '=', user_id)
    .where('created_at', '>', earliest)
    // The agreement of an ordered service is no response that somebody sent.
    .where('listing_id', 'not in', (eb) =>
      eb.selectFrom('service_requests').select('listing_id').where('freelancer_id', '=', user_id),
    ),
)

/**
 * Returns the number of responses that a person may send within 24 hours, the number left, and the earlier results that
 * determine the limit.
 */
export async function countResponsesToday(ctx: ActorContext, db: Db) {
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * 24 * 60 * 60_000).toISOString()
  const [since, earliest] = [daysAgo(1), daysAgo(limits.responsesPerDay.days)]
  const user_id = ctx.viewer.id
  const [counted] = await countRecentResponses(db, { user_id, since, earliest })
  const { sent, ...lately } = counted ?? { sent: 0, answered: 0, spam: 0 }
  const limit = dailyResponseLimit(lately)
  const departed = await countDeparted(db, user_id, 'responses', since)
  return { ...lately, limit, left: Math.max(0, limit - sent - departed) }
}

type Pair = { id: number; viewer_id: number }
type Person = { id: number; is_verified: boolean; role: UserRole; has_resume: boolean }
/**
 * Locks the listing, and makes the responses of one person wait for each other, so that the responses of the last 24
 * hours are counted correctly.
 */
const lockListingAndRespondent = prepare(
  (_, { id, viewer_id }: Pair) => sql<Person>`
    with listing as materialized (select id from listings where id = ${id} for update)
    select person.id, is_verified, role, resume_url is not null or resume_file_id is not null as has_resume,
      (select id from listing) as listing_id,
      pg_advisory_xact_lock(hashtextextended('respond:' || person.id, 0)) as turn
    from users person where person.id = ${viewer_id}`,
)

const ownBlock = prepare(
  (_, { id, viewer_id }: Pair) => sql<object>`
    select true as blocked from listings listing
    join user_blocks block on block.user_id = ${viewer_id} and block.blocked_id = listing.author_id
    where listing.id = ${id}`,
)

type Admission = {
  /** Questions of the listing's author to every respondent. */
  questions: Question[]
  has_resume: boolean
}
/**
 * Locks a listing and checks that the caller may respond to it. Each read is a statement of its own after the lock,
 * because a statement that waits for the lock would see old rows.
 * @throws not_found, own_listing, verification_required, already_responded, executor_chosen, listing_closed,
 * blocked_pair, too_many_responses
 */
export async function lockAndCheckMayRespond(
  ctx: ActorContext,
  tx: Tx,
  { listing_id, kind }: { listing_id: number; kind: ListingKind },
): Promise<Admission> {
  const pair = { id: listing_id, viewer_id: ctx.viewer.id }
  const [viewer] = await lockListingAndRespondent(tx, pair)
  const [listing] = await factsOf(tx, pair)
  if (!viewer) throw new AppError('not_found')
  const is_moderator = viewer.role !== 'user'
  if (listing?.kind !== kind || view({ id: viewer.id, is_moderator }, listing))
    throw new AppError('not_found')
  const refusal = whyNot(viewer, listing)
  if (refusal === 'already_responded')
    throw new AppError(refusal, { response: await findOwn(tx, listing_id, viewer.id) })
  if (refusal) throw new AppError(refusal)
  // Only the viewer's own block is left to check, because a viewer whom the author blocked has already got `not_found`.
  if ((await ownBlock(tx, pair)).length > 0) throw new AppError('blocked_pair')
  const { limit, left } = await countResponsesToday(ctx, tx)
  if (left === 0) throw new AppError('too_many_responses', { limit })
  const [asked] = await questionsOf(tx, { listing_id })
  return { questions: readQuestions(asked?.questions ?? null), has_resume: viewer.has_resume }
}

/**
 * Checks in advance that the caller may respond without answering questions. The same check runs again when the
 * response is sent.
 * @throws the errors of `admit`; answers_missing
 */
export async function checkMayRespond(
  ctx: ActorContext,
  listing_id: number,
  kind: ListingKind,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { questions } = await lockAndCheckMayRespond(ctx, tx, { listing_id, kind })
    // For a listing with questions this check fails, because questions can be answered in the app only.
    answersTo(questions)
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

/** The author's questions to every respondent, as the listing stores them. */
const questionsOf = prepare(
  (_, { listing_id }: { listing_id: number }) => sql<{ questions: string | null }>`
    select coalesce((select questions from orders where listing_id = ${listing_id}),
      (select questions from vacancies where listing_id = ${listing_id})) as questions`,
)

/**
 * Pairs the answers of a respondent with the listing's questions.
 * @throws answers_missing with the questions when one is not answered
 */
export function answersTo(questions: Question[], texts: string[] = []): Answer[] {
  if (questions.some((question, at) => !isAnswered(question, texts[at] ?? '')))
    throw new AppError('answers_missing', { questions })
  return questions.map(({ text }, at) => ({ question: text, answer: texts[at] ?? '' }))
}
