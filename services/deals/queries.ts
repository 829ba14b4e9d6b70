import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { ReviewAxis } from '#contract/review-axes.ts'
import type { Db } from '#db/index.ts'
import { type FileRow, filesJson } from '#services/files/queries.ts'

/** Queries for the data that messages about a deal show. */

type Review = Record<ReviewAxis, number | null> & {
  author_id: number
  rating: number
  review_text: string | null
  published_at: string | null
}
type Step = { id: number; text: string | null; link: string | null; files: FileRow[] }

/** SQL for a hand-in or a return of a deal: the one with the given id, or the latest one without an id. */
function stepJson(kind: 'hand_in' | 'return', step_id: number | undefined) {
  return sql<Step | null>`(select json_build_object('id', deal_step.id, 'text', deal_step.step_text,
      'link', deal_step.link, 'files', ${filesJson('deal_step')})
    from deal_steps deal_step where deal_step.listing_id = listing.id and deal_step.kind = ${sql.lit(kind)}
      and ${step_id === undefined ? sql`true` : sql`deal_step.id = ${step_id}`}
    order by deal_step.id desc limit 1)`
}

/**
 * @param step_id id of the hand-in or return that a message is about; by default the latest hand-in and the latest
 * return
 */
export async function findDeal(db: Db, listing_id: number, step_id?: number) {
  return db
    .selectFrom('listings as listing')
    .innerJoin('users as author', 'author.id', 'listing.author_id')
    .leftJoin('users as executor', 'executor.id', 'listing.executor_id')
    .leftJoin('responses as chosen', (join) =>
      join.onRef('chosen.listing_id', '=', 'listing.id').on('chosen.status', '=', 'chosen'),
    )
    .select(['listing.id', 'listing.kind', 'listing.title', 'listing.status', 'listing.author_id'])
    .select(['listing.executor_id', 'listing.handed_in_at', 'listing.returned_at', 'listing.completed_at'])
    .select(['executor.full_name as executor_name', 'executor.telegram_id as executor_telegram_id'])
    .select(['author.telegram_id as author_telegram_id', 'chosen.id as response_id'])
    .select((eb) => eb.fn.coalesce('listing.due_at', 'listing.deadline').as('due_at'))
    .select([
      stepJson('hand_in', step_id).as('hand_in'),
      stepJson('return', step_id).as('returned'),
      sql<
        number | null
      >`(select max(id) from deal_steps where listing_id = listing.id and kind = 'hand_in')`.as(
        'last_hand_in',
      ),
      sql<Review[]>`(select coalesce(json_agg(json_build_object('author_id', review.author_id,
        'rating', review.rating, 'review_text', review.review_text, 'published_at', review.published_at,
        'quality', review.quality, 'term', review.term, 'task', review.task, 'payment', review.payment,
        'communication', review.communication)), '[]')
        from reviews review where review.listing_id = listing.id)`.as('reviews'),
      sql<number | null>`(select id from chat_rooms where listing_id = listing.id
        and listing.executor_id in (user_low, user_high) limit 1)`.as('room_id'),
    ])
    .where('listing.id', '=', listing_id)
    .executeTakeFirst()
}
export type Deal = NonNullable<Awaited<ReturnType<typeof findDeal>>>

const dayMs = 24 * 60 * 60_000

/**
 * Dedupe key of a reminder that the executor sends to the author. It allows one reminder for each 24 hours since the
 * hand-in.
 */
export function reminderKey({ id, handed_in_at }: Pick<Deal, 'id' | 'handed_in_at'>, now: Date): string {
  const handed_in = Date.parse(handed_in_at ?? '')
  return `work_unanswered:${id}:asked:${handed_in}:${Math.floor((now.getTime() - handed_in) / dayMs)}`
}

export async function isReminded(
  db: Db,
  deal: Pick<Deal, 'id' | 'handed_in_at'>,
  now: Date,
): Promise<boolean> {
  const reminder = await db
    .selectFrom('deliveries')
    .select('id')
    .where('dedupe_key', '=', reminderKey(deal, now))
    .executeTakeFirst()
  return reminder !== undefined
}

/** Returns the end of the period in which the person may review the other side of the deal; null if they may not. */
export function reviewUntil(
  { completed_at, executor_id, author_id, reviews }: Deal,
  viewer_id: number,
  now: Date,
): string | null {
  const isSide = viewer_id === author_id || viewer_id === executor_id
  if (!isSide || completed_at === null || executor_id === null) return null
  if (reviews.some((review) => review.author_id === viewer_id)) return null
  const until = Date.parse(completed_at) + limits.review.ms
  return until > now.getTime() ? new Date(until).toISOString() : null
}
