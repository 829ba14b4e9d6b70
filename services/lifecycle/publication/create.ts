import { type Insertable, sql } from 'kysely'
import type { ListingChanges } from '#contract/calls/listing-fields.ts'
import { AppError } from '#contract/errors.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Listings } from '#db/tables/listings.ts'
import { countDeparted } from '#services/core/records/departure-mark.ts'
import type { ActorContext, UserContext } from '#services/core/request-context.ts'
import { attachFiles } from '#services/files/actions.ts'
import { checkStakes, columnsOf } from '#services/listings/content/columns.ts'
import { checkCategory, checkDeadline, contentHash, priceBase } from '#services/listings/content/content.ts'
import { kinds } from '#services/listings/content/kinds.ts'
import { readSkills } from '#services/listings/content/skills.ts'
import { checkPeriod } from '#services/payments/invoices/placement.ts'

/**
 * Finds a listing with the same content that the author created within the last minute. A match means that the author
 * tapped the button twice.
 */
async function findDoubleTap(ctx: UserContext, tx: Tx, content_hash: string): Promise<number | undefined> {
  // The lock makes calls of one author run one after another. So the second call of a double tap finds the listing that
  // the first call created.
  const lockName = `create listing:${ctx.viewer.id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(tx)
  const row = await tx
    .selectFrom('listings')
    .select('id')
    .where('author_id', '=', ctx.viewer.id)
    .where('content_hash', '=', content_hash)
    .where('created_at', '>', new Date(ctx.now().getTime() - limits.sameOrder.ms).toISOString())
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  return row?.id
}

/**
 * Stores a new listing as a draft of the caller.
 * @returns id of the new listing, or of a listing with the same content that was created within the last minute
 * @throws invalid_input, too_many_posts
 */
export async function createListing(
  ctx: UserContext,
  kind: ListingKind,
  fields: ListingChanges & { title: string },
  file_ids: number[],
): Promise<number> {
  checkDeadline(fields.deadline, ctx.now())
  const content_hash = contentHash({ kind, ...fields })
  return ctx.db.transaction().execute(async (tx) => {
    const same = await findDoubleTap(ctx, tx, content_hash)
    if (same !== undefined) return same
    if (fields.category_id !== undefined) await checkCategory(tx, fields.category_id)
    if (fields.placement_period !== undefined) await checkPeriod(ctx, tx, kind, fields)
    if ((await countPostsLeft(ctx, tx)) === 0)
      throw new AppError('too_many_posts', { limit: limits.postsPerDay })
    const { listing, text } = await columnsOf(tx, kind, await readSkills(tx, fields))
    const prices = { price: null, min_stake: null, max_stake: null, currency_id: 1, ...listing }
    checkStakes(prices as Parameters<typeof checkStakes>[0])
    const now = ctx.now().toISOString()
    const { id } = await tx
      .insertInto('listings')
      .values({
        job_type: 'project',
        ...kinds[kind].defaults,
        ...(listing as Partial<Insertable<Listings>>),
        title: fields.title,
        kind,
        author_id: ctx.viewer.id,
        price_base: await priceBase(tx, prices as Parameters<typeof priceBase>[1]),
        content_hash,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertText(tx, kind, { ...text, listing_id: id })
    await attachFiles(ctx, tx, { file_ids, listing_id: id })
    return id
  })
}

async function insertText(tx: Tx, kind: ListingKind, row: { listing_id: number }): Promise<void> {
  if (kind === 'order')
    await tx
      .insertInto('orders')
      .values({ subtitle: null, ...row })
      .execute()
  else
    await tx
      .insertInto('vacancies')
      .values({ description: null, ...row } as never)
      .execute()
}

const day = 24 * 60 * 60_000

/**
 * Returns how many listings the caller may still create: the daily limit minus those created within 24 hours. A draft
 * that was deleted before payment does not count.
 */
export async function countPostsLeft(ctx: ActorContext, db: Db): Promise<number> {
  const since = new Date(ctx.now().getTime() - day).toISOString()
  const { posts } = await db
    .selectFrom('listings as listing')
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    .where('listing.author_id', '=', ctx.viewer.id)
    .where('listing.audience', '=', 'public')
    .where('listing.created_at', '>', since)
    .where((eb) =>
      eb.or([
        eb('listing.status', '<>', 'deleted'),
        eb.exists(
          eb
            .selectFrom('payments')
            .whereRef('payments.listing_id', '=', 'listing.id')
            .where('payments.paid_at', 'is not', null),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  const before = await countDeparted(db, ctx.viewer.id, 'posts', since)
  return Math.max(0, limits.postsPerDay - posts - before)
}
