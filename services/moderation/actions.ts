import { AppError } from '#contract/errors.ts'
import { next } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/context.ts'
import { record } from '#services/events.ts'
import { writeAudit } from './audit.ts'
import { checkModerator } from './authority.ts'
import { reasonLength, review } from './rules.ts'
import { type Act, claimed, lockTask, setTask, type Task, takeUndecided } from './tasks.ts'

/** What moderators do with the queue. A decision waits out the undo time before it moves the listing. */

/**
 * Puts a listing into the moderators' queue with what the automatic checks noticed, and tells the moderators.
 * Call it where the listing enters moderation; a listing already waiting is left as it is.
 */
export async function openTask(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const now = ctx.now().toISOString()
  const listing = await tx
    .selectFrom('listings as listing')
    .leftJoin('orders', 'orders.listing_id', 'listing.id')
    .leftJoin('vacancies', 'vacancies.listing_id', 'listing.id')
    .select(['listing.title', 'orders.subtitle'])
    .select(['vacancies.description', 'vacancies.requirements', 'vacancies.responsibilities'])
    .select(['vacancies.conditions', 'vacancies.additional_info', 'vacancies.important_info'])
    .select(['vacancies.work_conditions', 'vacancies.important_notes', 'vacancies.nice_to_have'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('listings as earlier')
            .select('earlier.id')
            .whereRef('earlier.author_id', '=', 'listing.author_id')
            .where('earlier.published_at', 'is not', null),
        )
        .as('is_known_author'),
    )
    .where('listing.id', '=', listing_id)
    .executeTakeFirstOrThrow()
  const { title, is_known_author, ...texts } = listing
  const text = Object.values(texts).filter(Boolean).join('\n')
  const flags = review({ title, text, is_known_author: Boolean(is_known_author) })
  await tx
    .insertInto('moderation_tasks')
    .values({ subject: 'listing', listing_id, flags, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('listing_id')
        .where('subject', '=', 'listing')
        .where('applied_at', 'is', null)
        .where('state', '<>', 'returned')
        .doNothing(),
    )
    .execute()
  await record(ctx, tx, 'listing.submitted', { listing_id })
}

/**
 * Reserves a task for a moderator for a while, so that two do not write the same refusal.
 * @throws forbidden, not_found, already_decided, claimed_by_other
 */
export async function claim(ctx: Context, act: Act): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { task } = await takeUndecided(ctx, tx, act)
    await setTask(ctx, tx, task.id, claimed(ctx, act.moderator_id))
  })
}

/** Gives a claimed task back to everybody. @throws as `claim` does */
export async function release(ctx: Context, act: Act): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { task } = await takeUndecided(ctx, tx, act)
    await setTask(ctx, tx, task.id, { state: 'open', claimed_by: null, claimed_until: null })
  })
}

/** @throws forbidden, not_found, already_decided, claimed_by_other, wrong_state */
export async function approve(ctx: Context, act: Act): Promise<void> {
  await decide(ctx, act, 'approved', null)
}

/**
 * @param reason a code of `rejectionReasons`, or the moderator's own words to the author
 * @throws invalid_input and what `approve` throws
 */
export async function reject(ctx: Context, { reason, ...act }: Act & { reason: string }): Promise<void> {
  const words = reason.trim()
  if (words.length < reasonLength.min || words.length > reasonLength.max)
    throw new AppError('invalid_input', { fields: [{ path: 'reason' }], max: reasonLength.max })
  await decide(ctx, act, 'rejected', words)
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
    const decision = { decided_by: null, decided_at: null, effective_at: null, reason: null }
    await setTask(ctx, tx, task.id, { ...decision, ...claimed(ctx, act.moderator_id) })
    await audit(ctx, tx, 'moderation.undo', act, task)
  })
}

/** The same verdict of the same moderator twice is a double tap and changes nothing. */
async function decide(
  ctx: Context,
  act: Act,
  verdict: 'approved' | 'rejected',
  reason: string | null,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, act.moderator_id)
    const before = await lockTask(tx, act.task_id)
    if (before.task.decided_by === act.moderator_id && before.task.state === verdict) return
    const { task, listing } = await takeUndecided(ctx, tx, act)
    // An edit of a published listing moves nothing.
    if (task.subject === 'listing' && !next(listing.status, verdict === 'approved' ? 'approve' : 'reject'))
      throw new AppError('wrong_state')
    const now = ctx.now()
    const undoMs = ctx.config.MODERATION_UNDO_MS ?? limits.moderation.undoMs
    const effective_at = new Date(now.getTime() + undoMs)
    await setTask(ctx, tx, task.id, {
      state: verdict,
      reason,
      decided_by: act.moderator_id,
      decided_at: now.toISOString(),
      effective_at: effective_at.toISOString(),
    })
    await audit(ctx, tx, `moderation.${verdict}`, act, task, reason)
    await record(ctx, tx, 'moderation.decided', { task_id: task.id }, effective_at)
  })
}

async function audit(
  ctx: Context,
  tx: Tx,
  action: string,
  act: Act,
  task: Task,
  reason?: string | null,
): Promise<void> {
  await writeAudit(ctx, tx, {
    actor_id: act.moderator_id,
    action,
    subject: { type: 'listing', id: task.listing_id },
    before: { task_id: task.id, state: task.state },
    ...(reason && { after: { reason } }),
  })
}
