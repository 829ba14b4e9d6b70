import { AppError } from '#contract/errors.ts'
import { type DealMove, type DealStepKind, dealStage, isMoveAllowed } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { view } from '#contract/policies.ts'
import type { Tx } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { attachFiles } from '#services/files/actions.ts'
import { findListingFacts, type ListingRow, lockOwn } from '#services/listings/access.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { queueDealRedraw } from './messages.ts'
import { isReminded, reminderKey } from './queries.ts'

/**
 * Actions of a deal: the executor hands in the work, and the author returns it with a remark. No other code writes the
 * columns of a deal about handing in and returning.
 */

type HandIn = { text?: string | undefined; link?: string | undefined; file_ids: number[] }
type Remark = { text: string; due_at?: string | undefined; file_ids: number[] }

/**
 * Hands in the executor's work.
 * @throws invalid_input if there is neither a text nor a link nor a file; not_found, not_owner, wrong_state
 */
export async function handIn(ctx: ActorContext, id: number, work: HandIn): Promise<void> {
  if (!work.text && !work.link && work.file_ids.length === 0)
    throw new AppError('invalid_input', { fields: [{ path: 'text' }] })
  await ctx.db.transaction().execute(async (tx) => {
    const listing = await lockOwnWork(ctx, tx, id)
    checkMove(listing, 'hand_in')
    const step_id = await addStep(ctx, tx, id, 'hand_in', work)
    await tx
      .updateTable('listings')
      .set({ handed_in_at: ctx.now().toISOString(), updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .execute()
    await queueDelivery(ctx, tx, {
      to: { user_id: listing.author_id },
      kind: 'work_handed_in',
      payload: { listing_id: id, step_id },
      dedupe_key: `work_handed_in:${step_id}`,
    })
    await queueDealRedraw(ctx, tx, id)
  })
}

/**
 * Returns handed-in work to the executor with a remark and, if given, a new due date.
 * @throws not_found, wrong_state; invalid_input for a date in the past or more than a year ahead
 */
export async function returnWork(
  ctx: ActorContext,
  id: number,
  { due_at, ...remark }: Remark,
): Promise<void> {
  const now = ctx.now()
  const aheadMs = due_at ? Date.parse(due_at) - now.getTime() : 1
  if (aheadMs <= 0 || aheadMs > limits.deadline.ms)
    throw new AppError('invalid_input', { fields: [{ path: 'due_at' }] })
  await ctx.db.transaction().execute(async (tx) => {
    const listing = await lockOwn(ctx, tx, id, 'order')
    checkMove(listing, 'return')
    const step_id = await addStep(ctx, tx, id, 'return', remark)
    const returned_at = now.toISOString()
    await tx
      .updateTable('listings')
      .set({ handed_in_at: null, returned_at, ...(due_at && { due_at }), updated_at: returned_at })
      .where('id', '=', id)
      .execute()
    await queueDealRedraw(ctx, tx, id)
    if (listing.executor_id === null) return
    await queueDelivery(ctx, tx, {
      to: { user_id: listing.executor_id },
      kind: 'work_returned',
      payload: { listing_id: id, step_id },
      dedupe_key: `work_returned:${step_id}`,
    })
  })
}

/**
 * Reminds the author that handed-in work waits for an answer. The executor may do this once a day.
 * @throws not_found, not_owner, wrong_state, too_many_requests
 */
export async function remindAuthor(ctx: ActorContext, id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const listing = await lockOwnWork(ctx, tx, id)
    checkMove(listing, 'return')
    if (await isReminded(tx, listing, ctx.now())) throw new AppError('too_many_requests')
    await queueDelivery(ctx, tx, {
      to: { user_id: listing.author_id },
      kind: 'work_unanswered',
      payload: { listing_id: id },
      dedupe_key: reminderKey(listing, ctx.now()),
    })
    await queueDealRedraw(ctx, tx, id)
  })
}

/** Locks an order on which the caller works as the executor. @throws not_found, not_owner */
async function lockOwnWork(ctx: ActorContext, tx: Tx, id: number): Promise<ListingRow> {
  const listing = await findListingFacts(tx, id, ctx.viewer.id, true)
  if (listing?.kind !== 'order' || view({ id: ctx.viewer.id, is_moderator: false }, listing))
    throw new AppError('not_found')
  if (listing.executor_id !== ctx.viewer.id) throw new AppError('not_owner')
  return listing
}

function checkMove(listing: ListingRow, move: DealMove): void {
  if (!isMoveAllowed(dealStage(listing.status, listing), move))
    throw new AppError('wrong_state', { status: listing.status })
}

async function addStep(
  ctx: ActorContext,
  tx: Tx,
  listing_id: number,
  kind: DealStepKind,
  { text, link, file_ids }: HandIn,
): Promise<number> {
  const { id: deal_step_id } = await tx
    .insertInto('deal_steps')
    .values({
      listing_id,
      kind,
      step_text: text ?? null,
      link: link ?? null,
      author_id: ctx.viewer.id,
      created_at: ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await attachFiles(ctx, tx, { file_ids, deal_step_id })
  return deal_step_id
}
