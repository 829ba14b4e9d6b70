import { AppError } from '#contract/errors.ts'
import { next } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { reasonLength } from '#contract/rejection.ts'
import { alone } from '#services/core/audit.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'
import { auditTask } from './audit.ts'
import { type Act, checkModerator, claimed, lockTask, setTask, type Task, takeUndecided } from './tasks.ts'

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
  await decide(ctx, act, 'approved', null, reviews, seen)
}

/**
 * @param reason a code of `rejectionReasons`, or the moderator's own words to the author
 * @throws invalid_input and what `approve` throws
 */
export async function reject(ctx: Context, { reason, ...act }: Act & { reason: string }): Promise<void> {
  const words = reason.trim()
  if (words.length < reasonLength.min || words.length > reasonLength.max)
    throw new AppError('invalid_input', { fields: [{ path: 'reason' }], max: reasonLength.max })
  await decide(ctx, act, 'rejected', words, reviews)
}

/**
 * A moderator decides about a complaint. A consequence for the reported person, such as a block, is a separate act.
 * @throws what `approve` throws
 */
export async function judge(
  ctx: Context,
  { verdict, ...act }: Act & { verdict: 'accepted' | 'dismissed' },
): Promise<void> {
  await decide(ctx, act, verdict === 'accepted' ? 'approved' : 'rejected', verdict, ['report'])
}

/**
 * Takes a decision back while nobody has been told; the task returns to the same moderator.
 * @throws forbidden, not_found, wrong_state, claimed_by_other, decision_effective
 */
export async function undo(ctx: Context, act: Act): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, act.moderator_id)
    const { task } = await lockTask(tx, act.task_id)
    if (!task.effective_at) throw new AppError('wrong_state')
    if (task.decided_by !== act.moderator_id) throw new AppError('claimed_by_other')
    if (task.applied_at || Date.parse(task.effective_at) <= ctx.now().getTime())
      throw new AppError('decision_effective')
    const decision = {
      ...{ decided_by: null, decided_at: null, decided_alone: false },
      ...{ effective_at: null, reason: null },
    }
    await setTask(ctx, tx, act, { ...decision, ...claimed(ctx, act.moderator_id) })
    await auditTask(ctx, tx, 'moderation.undo', act, task)
  })
}

const reviews: Task['subject'][] = ['listing', 'revision']

/** The same verdict of the same moderator twice is a double tap and changes nothing. */
async function decide(
  ctx: Context,
  act: Act,
  verdict: 'approved' | 'rejected',
  reason: string | null,
  subjects: Task['subject'][],
  seen?: string,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, act.moderator_id)
    const before = await lockTask(tx, act.task_id)
    if (!subjects.includes(before.task.subject)) throw new AppError('not_found')
    if (before.task.decided_by === act.moderator_id && before.task.state === verdict) return
    const { task, listing, isAlone } = await takeUndecided(ctx, tx, act)
    if (seen !== undefined && seen !== (task.content_hash ?? '')) throw new AppError('content_changed')
    // An edit of a published listing moves nothing.
    const move = verdict === 'approved' ? 'approve' : 'reject'
    if (task.subject === 'listing' && (!listing || !next(listing.status, move)))
      throw new AppError('wrong_state')
    const now = ctx.now()
    const undoMs = ctx.config.MODERATION_UNDO_MS ?? limits.moderation.undoMs
    const effective_at = new Date(now.getTime() + undoMs)
    await setTask(ctx, tx, act, {
      state: verdict,
      reason,
      decided_by: act.moderator_id,
      decided_at: now.toISOString(),
      effective_at: effective_at.toISOString(),
      decided_alone: isAlone,
    })
    await auditTask(ctx, tx, `moderation.${verdict}`, act, task, { reason, ...alone(isAlone) })
    await record(ctx, tx, 'moderation.decided', { task_id: task.id }, effective_at)
  })
}
