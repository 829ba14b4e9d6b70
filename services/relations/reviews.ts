import { sql } from 'kysely'
import type { z } from 'zod'
import type { Review } from '#contract/calls/relations.ts'
import type { Pagination } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { view } from '#contract/policies.ts'
import {
  allAxes,
  axesOf,
  type ReviewAxis,
  type ReviewSide,
  reviewAxes,
  starsOf,
} from '#contract/review-axes.ts'
import type { Db, Tx } from '#db/index.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { queueDealRedraw } from '#services/deals/messages.ts'
import { findListingFacts } from '#services/listings/access.ts'
import { publicUser } from '#services/users/people/projections.ts'
import { contactVisibility } from '#services/users/visibility/contacts.ts'
import { publishPair } from './review-schedule.ts'

type ReviewReply = z.output<typeof Review>

/**
 * Reviews that the two sides of finished work write about each other. They become public when both are written or the
 * time is up.
 */

/** Reviews as a viewer reads them. Others than its two sides do not learn the title of an order of a service. */
function selectReviews({ db, language, viewer }: UserContext) {
  const isSide = sql`${viewer.id} in (listing.author_id, listing.executor_id)`
  const hiddenTitle = translatorFor(language)('message.review.service')
  return db
    .selectFrom('reviews as review')
    .innerJoin('users as author', 'author.id', 'review.author_id')
    .innerJoin('listings as listing', 'listing.id', 'review.listing_id')
    .select(
      sql<string>`case when listing.audience = 'public' or ${isSide} then listing.title else ${hiddenTitle} end`.as(
        'listing_title',
      ),
    )
    .select(
      sql<
        ReviewReply['axes']
      >`json_strip_nulls(json_build_object('quality', review.quality, 'term', review.term,
      'task', review.task, 'payment', review.payment, 'communication', review.communication))`.as('axes'),
    )
    .select(
      sql<ReviewReply['reply']>`case when review.reply_text is not null
      then json_build_object('text', review.reply_text, 'at', review.replied_at) end`.as('reply'),
    )
    .select(['review.id', 'review.listing_id', 'review.rating', 'review.review_text as text'])
    .select(['review.created_at', 'review.published_at', publicUser('author', language).as('author')])
}

/**
 * Locks a completed listing and returns the side that is to be reviewed.
 * @throws not_found, not_owner, wrong_state, reviews_closed
 */
async function lockSides(
  ctx: ActorContext,
  tx: Tx,
  listing_id: number,
): Promise<{ subject_id: number; side: ReviewSide }> {
  const listing = await findListingFacts(tx, listing_id, ctx.viewer.id, true)
  if (!listing || view({ id: ctx.viewer.id, is_moderator: false }, listing)) throw new AppError('not_found')
  const { author_id, executor_id } = listing
  const isSide = author_id === ctx.viewer.id || executor_id === ctx.viewer.id
  if (!isSide) throw new AppError('not_owner')
  const { completed_at } = await tx
    .selectFrom('listings')
    .select('completed_at')
    .where('id', '=', listing_id)
    .executeTakeFirstOrThrow()
  if (!completed_at || executor_id === null) throw new AppError('wrong_state', { status: listing.status })
  if (Date.parse(completed_at) + limits.review.ms <= ctx.now().getTime()) throw new AppError('reviews_closed')
  return author_id === ctx.viewer.id
    ? { subject_id: executor_id, side: 'executor' }
    : { subject_id: author_id, side: 'author' }
}

type NewReview = {
  listing_id: number
  rating?: number | undefined
  axes?: Partial<Record<ReviewAxis, number>> | undefined
  text: string | null
}

/**
 * Writes the caller's review of the other side. If it is the second review, both become public.
 * @throws not_found, not_owner, wrong_state, reviews_closed, already_reviewed, invalid_input
 */
export async function writeReview(ctx: UserContext, review: NewReview): Promise<ReviewReply> {
  const id = await reviewDeal(ctx, review)
  return selectReviews(ctx).where('review.id', '=', id).executeTakeFirstOrThrow()
}

/** Writes a review like `writeReview`, but returns only its id. */
export async function reviewDeal(
  ctx: ActorContext,
  { listing_id, text, ...given }: NewReview,
): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const { subject_id, side } = await lockSides(ctx, tx, listing_id)
    const axes = given.axes && axesOf(side, given.axes)
    const rating = axes ? starsOf(axes) : given.rating
    if (rating === undefined || (given.axes && !axes))
      throw new AppError('invalid_input', {
        fields: [{ path: 'axes', message: reviewAxes[side].join(', ') }],
      })
    const created_at = ctx.now().toISOString()
    const review = await tx
      .insertInto('reviews')
      .values({
        listing_id,
        subject_id,
        rating,
        created_at,
        ...axes,
        author_id: ctx.viewer.id,
        review_text: text || null,
      })
      .onConflict((conflict) => conflict.columns(['listing_id', 'author_id', 'subject_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!review) throw new AppError('already_reviewed')
    await publishPair(tx, listing_id, created_at)
    await queueDealRedraw(ctx, tx, listing_id)
    return review.id
  })
}

type ReviewPage = {
  items: ReviewReply[]
  pagination: z.output<typeof Pagination>
  rating: number | null
  rating_count: number
  axes: Partial<Record<ReviewAxis, number>>
}

/** Published reviews about a person, newest first. @throws not_found */
export async function listReviews(
  ctx: UserContext,
  user_id: number,
  { page, per_page }: { page: number; per_page: number },
): Promise<ReviewPage> {
  const isOther = user_id !== ctx.viewer.id
  if (isOther && (await contactVisibility(ctx.db, ctx.viewer.id, user_id)).hidden)
    throw new AppError('not_found')
  const person = await ctx.db
    .selectFrom('users')
    .select(['rating_count', sql<number | null>`rating::float8`.as('rating')])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!person) throw new AppError('not_found')
  const items = await selectReviews(ctx)
    .where('review.subject_id', '=', user_id)
    .where('review.published_at', 'is not', null)
    .orderBy('review.published_at', 'desc')
    .orderBy('review.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const total = person.rating_count
  const pagination = { page, per_page, total, pages: Math.ceil(total / per_page), is_capped: false }
  return { items, pagination, ...person, axes: await readCriteriaAverages(ctx.db, user_id) }
}

/**
 * Returns the average stars of each review criterion. Like the rating, an average of few reviews stays near the middle
 * of the scale.
 */
async function readCriteriaAverages(db: Db, user_id: number): Promise<ReviewPage['axes']> {
  const mean = (axis: ReviewAxis) =>
    sql<number | null>`round(leaning_mean(sum(${sql.ref(axis)}), count(${sql.ref(axis)})), 2)::float8`.as(
      axis,
    )
  const means = await db
    .selectFrom('reviews')
    .select(allAxes.map(mean))
    .where('subject_id', '=', user_id)
    .where('published_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Object.fromEntries(Object.entries(means).filter(([, value]) => value !== null))
}

/**
 * Writes the caller's reply to a review about the caller: a review has one reply, which can be edited for a day.
 * @throws not_found, reply_closed
 */
export async function replyToReview(ctx: UserContext, id: number, reply_text: string): Promise<ReviewReply> {
  await ctx.db.transaction().execute(async (tx) => {
    const review = await tx
      .selectFrom('reviews')
      .select('replied_at')
      .where('id', '=', id)
      .where('subject_id', '=', ctx.viewer.id)
      .where('published_at', 'is not', null)
      .forUpdate()
      .executeTakeFirst()
    if (!review) throw new AppError('not_found')
    const now = ctx.now()
    const replied_at = review.replied_at ?? now.toISOString()
    if (now.getTime() - Date.parse(replied_at) > limits.review.replyEditMs) throw new AppError('reply_closed')
    await tx.updateTable('reviews').set({ reply_text, replied_at }).where('id', '=', id).execute()
  })
  return selectReviews(ctx).where('review.id', '=', id).executeTakeFirstOrThrow()
}
