import { sql } from 'kysely'
import { nextStatus } from '#contract/lifecycle.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import { record } from '#services/core/records/events.ts'
import { applyRevision } from '#services/lifecycle/edits/actions.ts'
import { rejectDearerEdit } from '#services/lifecycle/edits/dearer-edits.ts'
import { restore } from '#services/lifecycle/removal/takedown.ts'
import { applyConsequences, closeReports } from '#services/lifecycle/sanctions/consequences.ts'
import { announcePublication } from '#services/listings/audience/actions.ts'
import { allowContent, hashOf, readPublished } from '#services/listings/content/approved-content.ts'
import { moveListing } from '#services/listings/moves.ts'
import { notifyAppealDecided } from '#services/moderation/appeals/appeals.ts'
import { findAuthor } from '#services/moderation/author/author.ts'
import { reasonText } from '#services/moderation/card/text.ts'
import { lapseApproval } from '#services/moderation/decisions/actions.ts'
import { redrawCardsOf } from '#services/moderation/decisions/staff-acts.ts'
import { type LockedListing, lockTask, type Task } from '#services/moderation/queue/tasks.ts'
import { lockActiveUser } from '#services/users/account/accounts.ts'

type Verdict = 'approved' | 'rejected'

/**
 * Applies a moderator's decision after the time in which it can be undone: moves the listing and writes the audit entry
 * and the event, in the caller's transaction. An undone decision has no effect, and a repeated call changes nothing.
 */
export async function applyDecision(ctx: Context, tx: Tx, task_id: number): Promise<void> {
  const isActive = await lockAuthor(tx, task_id)
  const { listing, task: decided } = await lockTask(tx, task_id)
  const { state, effective_at, applied_at } = decided
  if ((state !== 'approved' && state !== 'rejected') || !effective_at || applied_at) return
  if (Date.parse(effective_at) > ctx.now().getTime()) {
    // The decision was undone and made again, or the clock of this process is slow. The event is recorded again for the
    // later time.
    await record(ctx, tx, 'moderation.decided', { task_id }, new Date(effective_at))
    return
  }
  if (listing && (await reopenChanged(ctx, tx, listing, decided))) return
  const task = listing ? await rejectDearerEdit(ctx, tx, listing, decided) : decided
  const review = isReview(task) ? listing : null
  const reviewed = review && { listing: review, task }
  const hasMoved =
    reviewed !== null && (await move(ctx, tx, { ...reviewed, verdict: task.state as Verdict, isActive }))
  await tx
    .updateTable('moderation_tasks')
    .set({ applied_at: ctx.now().toISOString(), updated_at: ctx.now().toISOString() })
    .where('id', '=', task_id)
    .execute()
  if (reviewed) await auditMove(ctx, tx, reviewed, hasMoved)
  // If the author withdrew the listing before the decision took effect, the state of the listing stays unchanged, and
  // only the review card is redrawn. If a listing stays taken down after an appeal, its state stays unchanged too, but
  // its author is notified of the result.
  if (reviewed && (hasMoved || isTakedownAppeal(reviewed))) await announce(ctx, tx, reviewed)
  else if (reviewed) await record(ctx, tx, 'moderation.changed', { task_id })
  if (task.subject === 'report') await closeReports(ctx, tx, task)
  if (task.consequence) await applyConsequences(ctx, tx, task, listing)
  if (task.subject === 'act') await redrawCardsOf(ctx, tx, task)
}

/**
 * True for a decision about an appeal against a takedown. If such an appeal is rejected, the state of the listing does
 * not change.
 */
const isTakedownAppeal = ({ listing, task }: ReviewDecision) =>
  task.appealed && listing.hidden_reason === 'staff'
const isReview = ({ subject }: Task) => subject === 'listing' || subject === 'revision'

/**
 * Reopens an approved task if its listing was changed after the approval, because moderators have not read the new
 * content. A changed edit is not reopened, because it gets a new task.
 * @returns true if the task was reopened
 */
async function reopenChanged(ctx: Context, tx: Tx, listing: LockedListing, task: Task): Promise<boolean> {
  if (task.subject !== 'listing' || task.state !== 'approved' || !task.content_hash) return false
  const content = await readPublished(tx, listing.kind, listing.id)
  if (hashOf(content) === task.content_hash) return false
  await lapseApproval(ctx, tx, task, content)
  await writeAudit(ctx, tx, {
    actor_id: null,
    action: 'moderation.reopen',
    subject: { type: 'listing', id: listing.id },
    before: { task_id: task.id, state: task.state },
    after: { task_id: task.id, state: 'open' },
  })
  return true
}

/**
 * Locks the author's row before a listing is published or its author is blocked. For a decision about an edit nothing
 * is locked, because the decision publishes no listing.
 * @returns true if the author is active
 */
async function lockAuthor(tx: Tx, task_id: number): Promise<boolean> {
  const about = await tx
    .selectFrom('moderation_tasks')
    .select('consequence')
    .where('id', '=', task_id)
    .executeTakeFirst()
  const blocked = about?.consequence === 'block' && (await findAuthor(tx, task_id))
  if (blocked) await tx.selectFrom('users').select('id').where('id', '=', blocked.id).forUpdate().execute()
  const author = await tx
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select('listing.author_id')
    .where('task.id', '=', task_id)
    .where('task.subject', '=', 'listing')
    .executeTakeFirst()
  return author !== undefined && (await lockActiveUser(tx, author.author_id))
}

type ReviewDecision = { listing: LockedListing; task: Task }

function move(
  ctx: Context,
  tx: Tx,
  { listing, task, verdict, isActive }: ReviewDecision & { verdict: Verdict; isActive: boolean },
): Promise<boolean> {
  if (task.subject === 'revision')
    return applyRevision(ctx, tx, { listing, revision_id: task.revision_id ?? 0, verdict })
  if (listing.hidden_reason === 'staff')
    return verdict === 'approved' ? restore(ctx, tx, listing, isActive) : Promise.resolve(false)
  return verdict === 'approved' ? publish(ctx, tx, listing, isActive) : reject(ctx, tx, listing, task)
}

async function auditMove(
  ctx: Context,
  tx: Tx,
  { listing, task }: ReviewDecision,
  hasMoved: boolean,
): Promise<void> {
  const move = task.state === 'approved' ? 'approve' : 'reject'
  const { status } = await tx
    .selectFrom('listings')
    .select('status')
    .where('id', '=', listing.id)
    .executeTakeFirstOrThrow()
  await writeAudit(ctx, tx, {
    actor_id: task.decided_by,
    action: hasMoved || isTakedownAppeal({ listing, task }) ? `${task.subject}.${move}` : 'moderation.void',
    subject: { type: 'listing', id: listing.id },
    before: { status: listing.status },
    after: { status, ...(task.state === 'rejected' && { reason: task.reason }), task_id: task.id },
  })
}

/**
 * Notifies the author of the result of an appeal. A granted appeal also announces the listing to others, unless it was
 * in the feed before.
 */
async function announceAppeal(ctx: Context, tx: Tx, { task, listing }: ReviewDecision): Promise<void> {
  const { id: task_id } = task
  const isNew = task.state === 'approved' && listing.hidden_reason !== 'staff'
  if (isNew) await record(ctx, tx, 'appeal.granted', { listing_id: listing.id })
  else await record(ctx, tx, 'moderation.changed', { task_id })
  await notifyAppealDecided(ctx, tx, { task_id, author_id: listing.author_id })
}

/**
 * Records the event about a moderator's decision. An author who is blocked by the decision gets a message about the
 * block only.
 */
async function announce(ctx: Context, tx: Tx, { task, listing }: ReviewDecision): Promise<void> {
  const { id: task_id, subject, state, revision_id, consequence } = task
  if (consequence === 'block') await record(ctx, tx, 'moderation.changed', { task_id })
  else if (task.appealed) await announceAppeal(ctx, tx, { task, listing })
  else if (subject === 'listing' && state === 'approved') await announcePublication(ctx, tx, listing)
  else if (subject === 'listing') await record(ctx, tx, 'listing.rejected', { listing_id: listing.id })
  else if (revision_id)
    await record(ctx, tx, state === 'approved' ? 'revision.approved' : 'revision.rejected', { revision_id })
}

/** Publishes an approved listing. If its author is blocked, it stays hidden until the author is unblocked. */
async function publish(ctx: Context, tx: Tx, listing: LockedListing, isActive: boolean): Promise<boolean> {
  if (!nextStatus(listing.status, 'approve')) return false
  const now = ctx.now().toISOString()
  const move = isActive ? 'approve' : 'approve_blocked'
  await moveListing(
    ctx,
    tx,
    listing,
    { by: 'staff', move },
    {
      ...(!isActive && { hidden_reason: 'author_blocked' as const }),
      published_at: sql<string>`coalesce(published_at, ${now})`,
      ...(listing.published_at && { renewed_at: now }),
      expires_at: sql<string>`${now}::timestamptz + placement_period * interval '1 day'`,
      response_stake: listing.kind === 'order' ? boostPrice(listing.category_id, now) : 0,
      rejection_reason: null,
      rejected_at: null,
      flagged_at: null,
    },
  )
  await allowContent(tx, listing.kind, listing.id)
  if (!listing.published_at) await countPosted(tx, listing)
  return true
}

async function countPosted(tx: Tx, { id, author_id }: LockedListing): Promise<void> {
  const { posted_count } = await tx
    .updateTable('users')
    .set((eb) => ({ posted_count: eb('posted_count', '+', 1) }))
    .where('id', '=', author_id)
    .returning('posted_count')
    .executeTakeFirstOrThrow()
  if (posted_count === 1)
    await tx.updateTable('listings').set({ is_first: true }).where('id', '=', id).execute()
  // First listings of new authors have extra visibility, which ends with the author's second publication. A locked row
  // is skipped, because queries check the number of publications as well.
  if (posted_count === 2)
    await sql`
      update listings set is_first = false where id in (
        select id from listings where author_id = ${author_id} and is_first for update skip locked)`.execute(
      tx,
    )
}

/** SQL for today's price of a boost in the listing's category, or else the price for all categories. */
function boostPrice(category_id: number | null, now: string) {
  return sql<number>`coalesce((
    select amount from tariffs
    where product = 'response' and valid_from <= ${now}
      and (category_id is null or category_id = ${category_id}::integer)
    order by category_id nulls last, valid_from desc limit 1), 0)`
}

/** Rejects a listing, with the reason in its author's language. */
async function reject(ctx: Context, tx: Tx, listing: LockedListing, task: Task): Promise<boolean> {
  if (!nextStatus(listing.status, 'reject')) return false
  const author = await tx
    .selectFrom('users')
    .select('ui_language')
    .where('id', '=', listing.author_id)
    .executeTakeFirstOrThrow()
  const rejection_reason = reasonText(author.ui_language, task.reason)
  const rejected_at = ctx.now().toISOString()
  await moveListing(ctx, tx, listing, { by: 'staff', move: 'reject' }, { rejection_reason, rejected_at })
  return true
}
