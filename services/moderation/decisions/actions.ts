import { AppError } from '#contract/errors.ts'
import { nextStatus } from '#contract/lifecycle.ts'
import type { Consequence } from '#contract/rejection.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { aloneMark } from '#services/core/records/audit.ts'
import type { Published } from '#services/listings/content/approved-content.ts'
import { priorities } from '#services/moderation/queue/priority.ts'
import {
  type Act,
  auditTask,
  checkModerator,
  claimColumns,
  type LockedListing,
  lockTask,
  lockUndecided,
  makeDecision,
  setTask,
  type Task,
} from '#services/moderation/queue/tasks.ts'
import { snapshot } from '#services/moderation/review/snapshot.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { checkConsequence, checkReason } from './consequence.ts'
import { findPendingAct, undoStaffAct } from './staff-acts.ts'

/** Actions of moderators on tasks. A decision takes effect only after the time in which it can be undone. */

/**
 * Claims a task for one moderator for a limited time, so that no other moderator decides it meanwhile.
 * @throws forbidden, not_found, already_decided, claimed_by_other, own_case, own_rejection
 */
export async function claim(ctx: Context, act: Act): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { task, isAlone } = await lockUndecided(ctx, tx, act)
    await setTask(ctx, tx, act, claimColumns(ctx, act.moderator_id))
    await auditTask(ctx, tx, 'moderation.claim', act, task, { state: 'claimed', ...aloneMark(isAlone) })
  })
}

/** Releases a moderator's claim of a task, so that any moderator may claim it. @throws the errors of `claim` */
export async function release(ctx: Context, act: Act): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { task } = await lockUndecided(ctx, tx, act)
    if (task.state !== 'claimed') return
    // A task whose question to the author is unanswered goes back to waiting for the author.
    const state = task.reason ? ('returned' as const) : ('open' as const)
    await setTask(ctx, tx, act, { state, claimed_by: null, claimed_until: null })
    await auditTask(ctx, tx, 'moderation.release', act, task, { state })
  })
}

/**
 * Approves a submission.
 * @param seen hash of the content that the moderator read; newer content is not approved
 * @throws the errors of `claim`, wrong_state, content_changed
 */
export async function approve(ctx: Context, { seen, ...act }: Act & { seen?: string }): Promise<void> {
  await decide(ctx, act, { verdict: 'approved', subjects: reviews, seen })
}

/**
 * Rejects a submission.
 * @param reason a code of `rejectionReasons`, or free text for the author
 * @throws invalid_input and the errors of `approve`
 */
export async function reject(ctx: Context, { reason, ...act }: Act & { reason: string }): Promise<void> {
  await decide(ctx, act, { verdict: 'rejected', reason: checkReason(reason), subjects: reviews })
}

/**
 * Accepts a complaint and decides its consequence.
 * @param reason a code of `breachReasons`, or free text for the author
 * @throws invalid_input and the errors of `approve`; wrong_state when the consequence is impossible
 */
export async function accept(
  ctx: Context,
  { reason, consequence, ...act }: Act & { reason: string; consequence: Consequence },
): Promise<void> {
  await decide(ctx, act, {
    verdict: 'approved',
    reason: checkReason(reason),
    consequence,
    subjects: ['report'],
  })
}

/** Dismisses a complaint. @throws the errors of `approve` */
export async function dismiss(ctx: Context, act: Act): Promise<void> {
  await decide(ctx, act, { verdict: 'rejected', reason: 'dismissed', subjects: ['report'] })
}

/**
 * Blocks the author, and decides the task: a submission is rejected, a complaint is accepted.
 * @throws the errors of `accept`
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
  if (subject === 'report') await decide(ctx, act, { ...block, verdict: 'approved', subjects: ['report'] })
  else await decide(ctx, act, { ...block, verdict: 'rejected', subjects: reviews })
}

/**
 * Undoes a decision that has not taken effect yet. The task is claimed again by the same moderator.
 * @throws forbidden, not_found, wrong_state, claimed_by_other, decision_effective
 */
export async function undo(ctx: Context, act: Act): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, act.moderator_id)
    const { task: shown } = await lockTask(tx, act.task_id)
    const task = (shown.applied_at && (await findPendingAct(tx, shown))) || shown
    if (!task.effective_at) throw new AppError('wrong_state')
    if (task.decided_by !== act.moderator_id) throw new AppError('claimed_by_other')
    // A decision can be undone until a worker has applied it, even if the time to undo it is over. So a late worker
    // leaves more time.
    if (task.applied_at) {
      const { subject, state, applied_at: at } = task
      throw new AppError('decision_effective', { subject, state, at })
    }
    if (task.subject === 'act') return undoStaffAct(ctx, tx, act, task)
    const decision = {
      decided_by: null,
      decided_at: null,
      decided_alone: false,
      effective_at: null,
      reason: null,
      consequence: null,
    }
    await setTask(ctx, tx, act, { ...decision, ...claimColumns(ctx, act.moderator_id) })
    await auditTask(ctx, tx, 'moderation.undo', act, task, { state: 'claimed' })
  })
}

const reviews: Task['subject'][] = ['listing', 'revision']

type Decision = {
  verdict: 'approved' | 'rejected'
  reason?: string
  consequence?: Consequence
  /** Kinds of tasks for which this decision is possible. */
  subjects: Task['subject'][]
  seen?: string | undefined
}

/**
 * Decides a moderation task. If the same moderator makes the same decision again, for example by a double tap, nothing
 * changes.
 */
async function decide(
  ctx: Context,
  act: Act,
  { verdict, reason, consequence, subjects, seen }: Decision,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, act.moderator_id)
    const before = (await lockTask(tx, act.task_id)).task
    if (!subjects.includes(before.subject)) throw new AppError('not_found')
    const isSame = before.state === verdict && before.consequence === (consequence ?? null)
    if (before.decided_by === act.moderator_id && isSame) return
    const { task, listing, isAlone } = await lockUndecided(ctx, tx, act)
    if (seen !== undefined && seen !== (task.content_hash ?? '')) throw new AppError('content_changed')
    if (task.subject === 'listing' && !isDecidable(listing, verdict)) throw new AppError('wrong_state')
    if (consequence) await checkConsequence(tx, task, consequence, act.moderator_id)
    const decision = { state: verdict, reason: reason ?? null, consequence: consequence ?? null }
    await makeDecision(ctx, tx, act, { ...decision, decided_alone: isAlone })
    await auditTask(ctx, tx, `moderation.${verdict}`, act, task, {
      state: verdict,
      reason,
      consequence,
      ...aloneMark(isAlone),
    })
  })
}

/**
 * True if the decision can change the state of the listing, or if staff have taken the listing down. Do not call it for
 * edits of a published listing, because such decisions change no state.
 */
function isDecidable(listing: LockedListing | null, verdict: 'approved' | 'rejected'): boolean {
  if (!listing) return false
  if (listing.hidden_reason === 'staff') return true
  return nextStatus(listing.status, verdict === 'approved' ? 'approve' : 'reject') !== undefined
}

/**
 * Age of a review card in ms. Nobody looks at older cards, so moderators get a separate message if such a card changes.
 */
const freshCardMs = 48 * 60 * 60_000

/**
 * Reopens a task because its content was changed before the approval took effect. The redrawn review card gives this
 * reason. If the card is old, the moderators also get a message.
 */
export async function lapseApproval(ctx: Context, tx: Tx, task: Task, content: Published): Promise<void> {
  const open = {
    state: 'open',
    decided_by: null,
    decided_at: null,
    effective_at: null,
    reason: null,
  } as const
  const lapsed = { ...open, lapsed_decider: task.decided_by, ...snapshot(content) }
  await setTask(ctx, tx, { task_id: task.id }, lapsed)
  const now = ctx.now().getTime()
  if (task.message_id === null || now - Date.parse(task.card_sent_at ?? task.created_at) < freshCardMs) return
  await queueDelivery(ctx, tx, {
    to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
    kind: 'moderation_lapsed',
    payload: { task_id: task.id },
    dedupe_key: `moderation_lapsed:${task.id}:${task.effective_at}`,
    priority: priorities.paid,
  })
}
