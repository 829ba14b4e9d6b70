import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { appealLength } from '#contract/rejection.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import { moveListing } from '#services/listings/moves.ts'
import { openTask } from '#services/moderation/queue/queue.ts'
import { setTask } from '#services/moderation/queue/tasks.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'

type Appeal = { listing_id: number; author_id: number; text: string }

/**
 * Stores an author's appeal. A rejection can be appealed once per listing, and each takedown once. The content of the
 * listing does not change, and the appeal does not count as a resubmission. A text that is too short is refused and
 * uses up no appeal.
 * @throws invalid_input, not_found for other people's listings, wrong_state without a decision to appeal,
 * already_appealed
 */
export async function appeal(ctx: Context, { listing_id, author_id, text }: Appeal): Promise<void> {
  const length = [...text].length
  const { min, max } = appealLength
  if (length < min || length > max)
    throw new AppError('invalid_input', { fields: [{ path: 'text' }], min, max, length })
  await ctx.db.transaction().execute(async (tx) => {
    await tx.selectFrom('listings').select('id').where('id', '=', listing_id).forUpdate().execute()
    const { listing, task_id } = await getAppealable(tx, listing_id, author_id)
    // A listing that staff took down stays hidden during its appeal.
    const status =
      listing.status === 'hidden'
        ? listing.status
        : await moveListing(ctx, tx, listing, { by: 'author', move: 'appeal' })
    await openTask(ctx, tx, listing_id, { text, of: task_id })
    await writeAudit(ctx, tx, {
      actor_id: author_id,
      action: 'moderation.appeal',
      subject: { type: 'listing', id: listing_id },
      before: { status: listing.status },
      after: { status },
    })
  })
}

type ExpiredListing = { id: number; author_id: number }

/**
 * Closes an undecided appeal because the placement of the listing has expired, and notifies the author. The listing
 * must be locked.
 */
export async function closeAppeal(ctx: Context, tx: Tx, { id, author_id }: ExpiredListing): Promise<void> {
  const task = await tx
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', id)
    .where('subject', '=', 'listing')
    .where('appealed', '=', true)
    .where('applied_at', 'is', null)
    // Decisions that block or warn the author are still applied, so their tasks are not closed.
    .where('consequence', 'is', null)
    .executeTakeFirst()
  if (!task) return
  const end = { reason: 'expired', effective_at: null, applied_at: ctx.now().toISOString() }
  await setTask(ctx, tx, { task_id: task.id }, { state: 'returned', ...end })
  await notifyAppealDecided(ctx, tx, { task_id: task.id, author_id })
}

/** Queues the message to the author about the result of an appeal. */
export async function notifyAppealDecided(
  ctx: Context,
  tx: Tx,
  { task_id, author_id }: { task_id: number; author_id: number },
): Promise<void> {
  await queueDelivery(ctx, tx, {
    to: { user_id: author_id },
    kind: 'moderation_appeal_decided',
    payload: { task_id },
  })
}

/**
 * Returns the author's listing, and the id of the decision against which the author may appeal now.
 * @throws not_found for other people's listings, wrong_state without a decision to appeal, already_appealed
 */
export async function getAppealable(db: Db, listing_id: number, author_id: number) {
  const listing = await db
    .selectFrom('listings')
    .select(['id', 'status', 'author_id', 'hidden_reason'])
    .where('id', '=', listing_id)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  if (listing?.author_id !== author_id) throw new AppError('not_found')
  const decision = await findAppealable(db, listing)
  if (decision?.is_appealed || (listing.status === 'moderation' && (await wasAppealed(db, listing_id))))
    throw new AppError('already_appealed')
  if (!decision) throw new AppError('wrong_state', { status: listing.status })
  return { listing, task_id: decision.task_id }
}

type ListingState = { id: number; status: string; hidden_reason: string | null }

/**
 * Finds the rejection or takedown because of which a listing is out of the feed now. `is_appealed` is true if the
 * author has already appealed against it.
 */
async function findAppealable(
  db: Db,
  { id, status, hidden_reason }: ListingState,
): Promise<{ task_id: number | null; is_appealed: boolean } | undefined> {
  if (status === 'rejected') {
    const rejection = await findDecision(db, id, 'rejected')
    return { task_id: rejection ?? null, is_appealed: await wasAppealed(db, id) }
  }
  const takedown = hidden_reason === 'staff' ? await findDecision(db, id, 'approved') : undefined
  if (takedown === undefined) return undefined
  const earlier = await db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('appeal_of', '=', takedown)
    .limit(1)
    .executeTakeFirst()
  return { task_id: takedown, is_appealed: earlier !== undefined }
}

/**
 * Finds the moderation task with the last rejection of a listing (`rejected`) or with its last takedown (`approved`).
 */
async function findDecision(
  db: Db,
  listing_id: number,
  state: 'rejected' | 'approved',
): Promise<number | undefined> {
  const decision = await db
    .selectFrom('moderation_tasks')
    .select('id')
    .where('listing_id', '=', listing_id)
    .where('state', '=', state)
    .where('applied_at', 'is not', null)
    .$if(state === 'rejected', (query) => query.where('subject', '=', 'listing'))
    .$if(state === 'approved', (query) => query.where('consequence', 'is not', null))
    .orderBy('applied_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return decision?.id
}

/** True if a rejection of this listing was appealed before. */
async function wasAppealed(db: Db, listing_id: number): Promise<boolean> {
  const task = await db
    .selectFrom('moderation_tasks as task')
    .leftJoin('moderation_tasks as first', 'first.id', 'task.appeal_of')
    .select('task.id')
    .where('task.listing_id', '=', listing_id)
    .where('task.appealed', '=', true)
    .where((eb) => eb.or([eb('first.id', 'is', null), eb('first.subject', '=', 'listing')]))
    .limit(1)
    .executeTakeFirst()
  return task !== undefined
}

/** True if the author may still appeal against the rejection or takedown of a listing. */
export async function mayAppeal(db: Db, listing_id: number): Promise<boolean> {
  const listing = await db
    .selectFrom('listings')
    .select(['id', 'status', 'hidden_reason'])
    .where('id', '=', listing_id)
    .executeTakeFirst()
  const decision = listing && (await findAppealable(db, listing))
  return decision !== undefined && !decision.is_appealed
}

/** True if a rejected listing may be corrected and submitted again. */
export function mayResubmit({ resubmissions }: { resubmissions: number }): boolean {
  return resubmissions < limits.resubmissions
}
