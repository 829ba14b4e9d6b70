import { sql } from 'kysely'
import { next } from '#contract/lifecycle.ts'
import { isKnownReason } from '#contract/rejection.ts'
import type { Tx } from '#db/index.ts'
import { writeAudit } from '#services/core/audit.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'
import { translate } from '#services/core/i18n.ts'
import { moveListing } from '#services/listings/moves.ts'
import { allowContent, hashOf, readPublished } from '#services/listings/published.ts'
import { snapshot } from '#services/moderation/snapshot.ts'
import { type LockedListing, lockTask, setTask, type Task } from '#services/moderation/tasks.ts'
import { lockActiveUser } from '#services/users/accounts.ts'
import { forgetReports } from '#services/users/returning.ts'
import { turnDownDearer } from './dearer-edits.ts'
import { applyRevision } from './revisions.ts'

type Verdict = 'approved' | 'rejected'

/**
 * Makes a decision effective once its undo time is over: the listing moves, the act is audited and the event
 * recorded, in the caller's transaction. Safe to repeat; a decision taken back does nothing.
 */
export async function applyDecision(ctx: Context, tx: Tx, task_id: number): Promise<void> {
  const isActive = await lockAuthor(tx, task_id)
  const { listing, task: decided } = await lockTask(tx, task_id)
  const { state, effective_at, applied_at } = decided
  if ((state !== 'approved' && state !== 'rejected') || !effective_at || applied_at) return
  if (Date.parse(effective_at) > ctx.now().getTime()) {
    // The decision was taken back and made anew, or this process' clock is behind: the task comes again at the later
    // moment.
    await record(ctx, tx, 'moderation.decided', { task_id }, new Date(effective_at))
    return
  }
  if (listing && (await reopenChanged(ctx, tx, listing, decided))) return
  const task = listing ? await turnDownDearer(ctx, tx, listing, decided) : decided
  const hasMoved = listing
    ? await move(ctx, tx, { listing, task, verdict: task.state as Verdict, isActive })
    : await closeReport(ctx, tx, task, state)
  await tx
    .updateTable('moderation_tasks')
    .set({ applied_at: ctx.now().toISOString(), updated_at: ctx.now().toISOString() })
    .where('id', '=', task_id)
    .execute()
  if (listing) await auditMove(ctx, tx, { listing, task }, hasMoved)
  // A listing withdrawn meanwhile stays where its author put it.
  if (hasMoved) await tell(ctx, tx, task)
}

/**
 * What was approved is not what would be published: the moderators are to read it. An edit that changed meanwhile gave
 * way already. @returns whether the task waits again
 */
async function reopenChanged(ctx: Context, tx: Tx, listing: LockedListing, task: Task): Promise<boolean> {
  if (task.subject !== 'listing' || task.state !== 'approved' || !task.content_hash) return false
  const content = await readPublished(tx, listing.kind, listing.id)
  if (hashOf(content) === task.content_hash) return false
  const open = {
    state: 'open',
    decided_by: null,
    decided_at: null,
    effective_at: null,
    reason: null,
  } as const
  await setTask(ctx, tx, { task_id: task.id }, { ...open, ...snapshot(content) })
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
 * Locks the author's status for the publication of a listing; an edit publishes nothing, so it needs no lock.
 * @returns whether the author is active
 */
async function lockAuthor(tx: Tx, task_id: number): Promise<boolean> {
  const author = await tx
    .selectFrom('moderation_tasks as task')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select('listing.author_id')
    .where('task.id', '=', task_id)
    .where('task.subject', '=', 'listing')
    .executeTakeFirst()
  return author !== undefined && (await lockActiveUser(tx, author.author_id))
}

type Judged = { listing: LockedListing; task: Task }

function move(
  ctx: Context,
  tx: Tx,
  { listing, task, verdict, isActive }: Judged & { verdict: Verdict; isActive: boolean },
): Promise<boolean> {
  if (task.subject === 'revision')
    return applyRevision(ctx, tx, { listing, revision_id: task.revision_id ?? 0, verdict })
  return verdict === 'approved' ? publish(ctx, tx, listing, isActive) : turnDown(ctx, tx, listing, task)
}

/** All complaints of the task end alike; the senders get no message about it. */
async function closeReport(ctx: Context, tx: Tx, task: Task, verdict: Verdict): Promise<false> {
  const state = verdict === 'approved' ? 'accepted' : 'dismissed'
  const id = task.report_id ?? 0
  const { numUpdatedRows } = await tx
    .updateTable('reports')
    .set({ state })
    .where('task_id', '=', task.id)
    .executeTakeFirst()
  await forgetReports(tx, task.id)
  await writeAudit(ctx, tx, {
    actor_id: task.decided_by,
    action: `report.${state}`,
    subject: { type: 'report', id },
    before: { task_id: task.id, state: 'open' },
    after: { reports: Number(numUpdatedRows) },
  })
  await record(ctx, tx, 'moderation.changed', { task_id: task.id })
  return false
}

async function auditMove(ctx: Context, tx: Tx, { listing, task }: Judged, hasMoved: boolean): Promise<void> {
  const move = task.state === 'approved' ? 'approve' : 'reject'
  const { status } = await tx
    .selectFrom('listings')
    .select('status')
    .where('id', '=', listing.id)
    .executeTakeFirstOrThrow()
  await writeAudit(ctx, tx, {
    actor_id: task.decided_by,
    action: hasMoved ? `${task.subject}.${move}` : 'moderation.void',
    subject: { type: 'listing', id: listing.id },
    before: { status: listing.status },
    after: { status, task_id: task.id },
  })
}

async function tell(ctx: Context, tx: Tx, { subject, state, listing_id, revision_id }: Task): Promise<void> {
  if (subject === 'listing' && listing_id)
    await record(ctx, tx, state === 'approved' ? 'listing.published' : 'listing.rejected', { listing_id })
  else if (revision_id)
    await record(ctx, tx, state === 'approved' ? 'revision.approved' : 'revision.rejected', { revision_id })
}

/** A blocked author's listing is published as hidden, and shown when the author is unblocked. */
async function publish(ctx: Context, tx: Tx, listing: LockedListing, isActive: boolean): Promise<boolean> {
  if (!next(listing.status, 'approve')) return false
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
    },
  )
  await allowContent(tx, listing.kind, listing.id)
  if (!listing.published_at)
    await tx
      .updateTable('users')
      .set((eb) => ({ posted_count: eb('posted_count', '+', 1) }))
      .where('id', '=', listing.author_id)
      .execute()
  return true
}

/** The tariff of a boost today: the category's own when it has one. */
function boostPrice(category_id: number | null, now: string) {
  return sql<number>`coalesce((
    select amount from tariffs
    where product = 'response' and valid_from <= ${now}
      and (category_id is null or category_id = ${category_id}::integer)
    order by category_id nulls last, valid_from desc limit 1), 0)`
}

/** The author reads the reason in their own language. */
async function turnDown(ctx: Context, tx: Tx, listing: LockedListing, task: Task): Promise<boolean> {
  if (!next(listing.status, 'reject')) return false
  const author = await tx
    .selectFrom('users')
    .select('ui_language')
    .where('id', '=', listing.author_id)
    .executeTakeFirstOrThrow()
  const reason = task.reason ?? ''
  const rejection_reason = isKnownReason(reason)
    ? translate(author.ui_language)(`bot.moderation.reason.${reason}`)
    : reason
  const rejected_at = ctx.now().toISOString()
  await moveListing(ctx, tx, listing, { by: 'staff', move: 'reject' }, { rejection_reason, rejected_at })
  return true
}
