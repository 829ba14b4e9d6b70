import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

/** Publishes the two reviews of finished work once the second one is written. */
export async function publishPair(tx: Tx, listing_id: number, now: string): Promise<void> {
  const dueReviews = await tx
    .selectFrom('reviews')
    .select('id')
    .where('listing_id', '=', listing_id)
    .where('published_at', 'is', null)
    .where('removed_at', 'is', null)
    .execute()
  if (dueReviews.length < 2) return
  await publish(
    tx,
    dueReviews.map(({ id }) => id),
    now,
  )
}

/** Publishes reviews and updates the ratings of the reviewed people. */
async function publish(tx: Tx, ids: number[], now: string): Promise<void> {
  await tx.updateTable('reviews').set({ published_at: now }).where('id', 'in', ids).execute()
  await updateRatings(tx, sql`select distinct subject_id as id from reviews where id in (${sql.join(ids)})`)
}

/** Computes the ratings of people again. */
async function updateRatings(tx: Tx, people: RawBuilder<unknown>): Promise<void> {
  await sql`
    with subjects as (${people}),
    locked as (select users.id from users join subjects using (id) order by users.id for update of users),
    means as (
      select locked.id, leaning_mean(sum(review_value(review)) filter (where review.id is not null), count(review.id))
        as rating, count(review.id) as rating_count from locked
      left join reviews review on review.subject_id = locked.id and review.published_at is not null
      group by locked.id
    )
    update users set rating = means.rating, rating_count = means.rating_count
    from means where users.id = means.id
  `.execute(tx)
}

/**
 * Removes a published review for the staff. The review no longer counts, and its author cannot write another one.
 * @returns false if the review was not public
 */
export async function removeReview(ctx: Context, tx: Tx, id: number): Promise<boolean> {
  const removed = await tx
    .updateTable('reviews')
    .set({ published_at: null, removed_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .where('published_at', 'is not', null)
    .returning('subject_id')
    .executeTakeFirst()
  if (removed) await updateRatings(tx, sql`select ${removed.subject_id}::bigint as id`)
  return removed !== undefined
}

/**
 * Publishes single reviews after the deadline, when the other side has not written a review.
 * @returns number of published reviews, at most `batch`
 */
export async function publishDueReviews(ctx: Context, batch: number): Promise<number> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('reviews as review')
      .innerJoin('listings as listing', 'listing.id', 'review.listing_id')
      .select('review.id')
      .where('review.published_at', 'is', null)
      .where('review.removed_at', 'is', null)
      .where('listing.completed_at', '<=', new Date(now.getTime() - limits.review.ms).toISOString())
      .limit(batch)
      .forUpdate('review')
      .skipLocked()
      .execute()
    if (due.length === 0) return 0
    await publish(
      tx,
      due.map(({ id }) => id),
      now.toISOString(),
    )
    return due.length
  })
}
