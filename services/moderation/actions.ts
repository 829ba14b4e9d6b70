import { AppError } from '#contract/errors.ts'
import { next } from '#contract/lifecycle.ts'
import { type Consequence, reasonLength } from '#contract/rejection.ts'
import { alone } from '#services/core/audit.ts'
import type { Context } from '#services/core/context.ts'
import { findPendingAct, takeBackAct } from './acts.ts'
import { auditTask } from './audit.ts'
import { checkConsequence } from './consequence.ts'
import {
  type Act,
  checkModerator,
  claimed,
  type LockedListing,
  lockTask,
  makeDecision,
  setTask,
  type Task,
  takeUndecided,
} from './tasks.ts'

/** What moderators do with the queue. A decision waits out the undo time before it moves anything. */

/**
 * Reserves a task for a moderator for a while, so that two do not write the same refusal.
 * @throws forbidden, not_found, already_decided, claimed_by_other, own_case, own_rejection
 */
export async function claim(ctx: Context, act: Act): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { task, isAlone } = await takeUndecided(ctx, tx, act)
    await setTask(ctx, tx, act, claimed(ctx, act.moderator_id))
    await auditTask(ctx, tx, 'moderation.claim', act, task, alone(isAlone))
  })
}

/** Gives a claimed task back to everybody. @throws as `claim` does */
export async function release(ctx: Context, act: Act): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { task } = await takeUndecided(ctx, tx, act)
    if (task.state !== 'claimed') return
    // While a question is unanswered, the task goes on waiting for the author.
    const state = task.reason ? ('returned' as const) : ('open' as const)
    await setTask(ctx, tx, act, { state, claimed_by: null, claimed_until: null })
    await auditTask(ctx, tx, 'moderation.release', act, task)
  })
}

/**
 * @param seen the hash of the content that the moderator read: only that is published
 * @throws what `claim` throws, wrong_state, content_changed
 */
export async function approve(ctx: Context, { seen, ...act }: Act & { seen?: string }): Promise<void> {
  await decide(ctx, act, { verdict: 'approved', among: reviews, seen })
}

/**
 * @param reason a code of `rejectionReasons`, or the moderator's own words to the author
 * @throws invalid_input and what `approve` throws
 */
export async function reject(ctx: Context, { reason, ...act }: Act & { reason: string }): Promise<void> {
  await decide(ctx, act, { verdict: 'rejected', reason: checkReason(reason), among: reviews })
}

/**
 * A moderator finds a complaint right, and says what follows from it.
 * @param reason a code of `breachReasons`, or the moderator's own words, which the author reads
 * @throws invalid_input and what `approve` throws, wrong_state when it cannot follow
 */
export async function accept(
  ctx: Context,
  { reason, consequence, ...act }: Act & { reason: string; consequence: Consequence },
): Promise<void> {
  await decide(ctx, act, { verdict: 'approved', reason: checkReason(reason), consequence, among: ['report'] })
}

/** @throws what `approve` throws */
export async function dismiss(ctx: Context, act: Act): Promise<void> {
  await decide(ctx, act, { verdict: 'rejected', reason: 'dismissed', among: ['report'] })
}

/**
 * Decides about a thing and closes its author's access by the same decision: a submission is rejected, a complaint
 * found right.
 * @throws what `accept` throws
 */
export async function rejectAndBlock(
  ctx: Context,
  { reason, ...act }: Act & { reason: string },
): Promise<void> {
  const words = checkReason(reason)
  const block = { reason: words, consequence: 'block' as const }
  const { subject } = await ctx.db
    .selectFrom('moderation_tasks')
    .select('subject')
    .where('id', '=', act.task_id)
    .executeTakeFirstOrThrow()
  if (subject === 'report') await decide(ctx, act, { ...block, verdict: 'approved', among: ['report'] })
  else await decide(ctx, act, { ...block, verdict: 'rejected', among: reviews })
}

/**
 * Takes a decision back while nobody has been told; the task returns to the same moderator.
 * @throws forbidden, not_found, wrong_state, claimed_by_other, decision_effective
 */
export async function undo(ctx: Context, act: Act): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, act.moderator_id)
    const { task: shown } = await lockTask(tx, act.task_id)
    const task = (shown.applied_at && (await findPendingAct(tx, shown))) || shown
    if (!task.effective_at) throw new AppError('wrong_state')
    if (task.decided_by !== act.moderator_id) throw new AppError('claimed_by_other')
    // However late it is: what nobody has been told may be taken back.
    if (task.applied_at) {
      const { subject, state, applied_at: at } = task
      throw new AppError('decision_effective', { subject, state, at })
    }
    if (task.subject === 'act') return takeBackAct(ctx, tx, act, task)
    const decision = {
      decided_by: null,
      decided_at: null,
      decided_alone: false,
      effective_at: null,
      reason: null,
      consequence: null,
    }
    await setTask(ctx, tx, act, { ...decision, ...claimed(ctx, act.moderator_id) })
    await auditTask(ctx, tx, 'moderation.undo', act, task)
  })
}

const reviews: Task['subject'][] = ['listing', 'revision']

/** @throws invalid_input */
function checkReason(reason: string): string {
  const words = reason.trim()
  if (words.length < reasonLength.min || words.length > reasonLength.max)
    throw new AppError('invalid_input', { fields: [{ path: 'reason' }], max: reasonLength.max })
  return words
}

type Decision = {
  verdict: 'approved' | 'rejected'
  reason?: string
  consequence?: Consequence
  /** What may be decided so. */
  among: Task['subject'][]
  seen?: string | undefined
}

/** The same decision of the same moderator twice is a double tap and changes nothing. */
async function decide(
  ctx: Context,
  act: Act,
  { verdict, reason, consequence, among, seen }: Decision,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, act.moderator_id)
    const before = (await lockTask(tx, act.task_id)).task
    if (!among.includes(before.subject)) throw new AppError('not_found')
    const isSame = before.state === verdict && before.consequence === (consequence ?? null)
    if (before.decided_by === act.moderator_id && isSame) return
    const { task, listing, isAlone } = await takeUndecided(ctx, tx, act)
    if (seen !== undefined && seen !== (task.content_hash ?? '')) throw new AppError('content_changed')
    if (task.subject === 'listing' && !isDecidable(listing, verdict)) throw new AppError('wrong_state')
    if (consequence) await checkConsequence(tx, task, consequence, act.moderator_id)
    const decision = { state: verdict, reason: reason ?? null, consequence: consequence ?? null }
    await makeDecision(ctx, tx, act, { ...decision, decided_alone: isAlone })
    await auditTask(ctx, tx, `moderation.${verdict}`, act, task, { reason, consequence, ...alone(isAlone) })
  })
}

/** A submission, or what staff took down. An edit of a published listing moves nothing. */
function isDecidable(listing: LockedListing | null, verdict: 'approved' | 'rejected'): boolean {
  if (!listing) return false
  if (listing.hidden_reason === 'staff') return true
  return next(listing.status, verdict === 'approved' ? 'approve' : 'reject') !== undefined
}
