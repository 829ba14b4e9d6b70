import { sql } from 'kysely'
import type { z } from 'zod'
import type { OrderFields } from '#contract/calls/orders.ts'
import { AppError } from '#contract/errors.ts'
import { from, next } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { edit, remove } from '#contract/policies.ts'
import type { Tx } from '#db/index.ts'
import { openTask } from '#services/moderation/actions.ts'
import type { UserContext } from '#services/request-context.ts'
import { checkCategory, checkCurrency, checkDeadline, contentHash, priceBase, tagIds } from './content.ts'
import { type Facts, findListingFacts } from './queries.ts'

type OrderChanges = z.output<typeof OrderFields>
type NewOrder = OrderChanges & { title: string; subtitle: string; category_id: number }

const day = 24 * 60 * 60_000

/** Wire names of an order's columns where they differ from the database's. */
function columnsOf({
  subtitle: _,
  tags: __,
  format,
  required_experience,
  region,
  is_urgent,
  ...rest
}: OrderChanges) {
  return {
    ...rest,
    ...(format !== undefined && { job_type: format }),
    ...(required_experience !== undefined && { experience: required_experience }),
    ...(region !== undefined && { location: region || null }),
    ...(is_urgent !== undefined && { urgent: is_urgent }),
  }
}

function checkStakes(min: number | null | undefined, max: number | null | undefined): void {
  if (min != null && max != null && min > max)
    throw new AppError('invalid_input', { fields: [{ path: 'max_stake', message: 'at least min_stake' }] })
}

async function checkPostsToday(ctx: UserContext, tx: Tx): Promise<void> {
  const since = new Date(ctx.now().getTime() - day).toISOString()
  const { posts } = await tx
    .selectFrom('listings')
    .select((eb) => eb.fn.countAll<number>().as('posts'))
    .where('author_id', '=', ctx.viewer.id)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  if (posts >= limits.postsPerDay) throw new AppError('too_many_posts', { limit: limits.postsPerDay })
}

/** The same content from the same author within a minute is a double tap, not a second order. */
async function findDoubleTap(ctx: UserContext, tx: Tx, content_hash: string): Promise<number | undefined> {
  // One author's creations queue up, so that two taps at once meet.
  await sql`select pg_advisory_xact_lock(hashtext('create listing'), ${ctx.viewer.id}::bigint::int4)`.execute(
    tx,
  )
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
 * Stores a new order as a draft of the caller. @returns its id, or that of the same order sent a moment ago
 * @throws invalid_input, too_many_posts
 */
export async function createOrder(ctx: UserContext, order: NewOrder): Promise<number> {
  checkDeadline(order.deadline, ctx.now())
  checkStakes(order.min_stake, order.max_stake)
  const content_hash = contentHash({ kind: 'order', ...order })
  return ctx.db.transaction().execute(async (tx) => {
    const same = await findDoubleTap(ctx, tx, content_hash)
    if (same !== undefined) return same
    await checkCategory(tx, order.category_id)
    await checkPostsToday(ctx, tx)
    const prices = { price: null, min_stake: null, max_stake: null, currency_id: 1, ...order }
    const now = ctx.now().toISOString()
    const { id } = await tx
      .insertInto('listings')
      .values({
        payment_format: 'fixed',
        job_type: 'project',
        is_remote: true,
        ...columnsOf(order),
        title: order.title,
        kind: 'order',
        author_id: ctx.viewer.id,
        price_base: await priceBase(tx, prices),
        tags: await tagIds(tx, order.tags ?? []),
        content_hash,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.insertInto('orders').values({ listing_id: id, subtitle: order.subtitle }).execute()
    return id
  })
}

/** Locks the caller's own listing and asks a policy whether the act is possible now. */
async function lockOwn(ctx: UserContext, tx: Tx, id: number): Promise<Facts> {
  const facts = await findListingFacts(tx, id, ctx.viewer.id, true)
  if (facts?.author_id !== ctx.viewer.id || facts.status === 'deleted') throw new AppError('not_found')
  return facts
}

/**
 * Changes fields of the caller's order. A text that was published goes live at once with a revision kept for
 * the moderators; before publication the order itself is what they will read.
 * @throws on_moderation, wrong_state, invalid_input
 */
export async function editOrder(ctx: UserContext, id: number, changes: OrderChanges): Promise<void> {
  checkDeadline(changes.deadline, ctx.now())
  await ctx.db.transaction().execute(async (tx) => {
    const refusal = edit(await lockOwn(ctx, tx, id))
    if (refusal) throw new AppError(refusal)
    if (changes.category_id !== undefined) await checkCategory(tx, changes.category_id)
    if (changes.currency_id !== undefined) await checkCurrency(tx, changes.currency_id)
    checkStakes(changes.min_stake, changes.max_stake)
    const { subtitle, tags } = changes
    const row = await tx
      .updateTable('listings')
      .set({
        ...columnsOf(changes),
        ...(tags && { tags: await tagIds(tx, tags) }),
        updated_at: ctx.now().toISOString(),
      })
      .where('id', '=', id)
      .returning(['price', 'min_stake', 'max_stake', 'currency_id'])
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('listings')
      .set({ price_base: await priceBase(tx, row) })
      .where('id', '=', id)
      .execute()
    if (subtitle) await tx.updateTable('orders').set({ subtitle }).where('listing_id', '=', id).execute()
  })
}

/**
 * Sends a rejected listing to the moderators again, free of charge.
 * @throws wrong_state, resubmissions_over
 */
export async function resubmit(ctx: UserContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { status } = await lockOwn(ctx, tx, id)
    const target = next(status, 'resubmit')
    if (!target) throw new AppError('wrong_state')
    const moved = await tx
      .updateTable('listings')
      .set((eb) => ({
        status: target,
        resubmissions: eb('resubmissions', '+', 1),
        updated_at: ctx.now().toISOString(),
      }))
      .where('id', '=', id)
      .where('status', 'in', from('resubmit'))
      .where('resubmissions', '<', limits.resubmissions)
      .executeTakeFirst()
    if (moved.numUpdatedRows === 0n) throw new AppError('resubmissions_over')
    await openTask(ctx, tx, id)
  })
}

/** Hides the caller's listing for ever; its row, payments and responses stay. @throws executor_working, wrong_state */
export async function removeListing(ctx: UserContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const facts = await lockOwn(ctx, tx, id)
    const refusal = remove(facts)
    if (refusal) throw new AppError(refusal)
    const status = next(facts.status, 'delete')
    if (!status) throw new AppError('wrong_state')
    await tx
      .updateTable('listings')
      .set({ status, hidden_reason: null, updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .execute()
  })
}
