import { AppError } from '#contract/errors.ts'
import type { Consequence } from '#contract/rejection.ts'
import type { Context } from '#services/core/context.ts'
import { type Act, checkModerator, isUndecided } from '#services/moderation/queue/tasks.ts'
import { accept, claim, rejectAndBlock, release } from './actions.ts'
import { startStaffAct } from './staff-acts.ts'

type ConsequenceStep = Act & { reason: string; consequence: Consequence }

/**
 * Handles the button of a review card with which a moderator chooses a consequence. If the task is undecided, the
 * button decides it with that consequence. After the decision, the button starts a separate act of staff on the same
 * item.
 * @throws not_found and the errors of `accept`, `rejectAndBlock` and `startStaffAct`
 */
export async function applyConsequence(
  ctx: Context,
  { reason, consequence, ...act }: ConsequenceStep,
): Promise<void> {
  const task = await findTask(ctx, act)
  if (!task.is_decided) {
    if (task.subject === 'report') return accept(ctx, { ...act, reason, consequence })
    if (consequence !== 'block') throw new AppError('wrong_state')
    return rejectAndBlock(ctx, { ...act, reason })
  }
  const { listing_id, report_id } = task
  const subject = listing_id === null ? { report_id: report_id ?? 0 } : { listing_id }
  const { task_id: _, ...by } = act
  await startStaffAct(ctx, { ...by, about: subject, reason, consequence })
}

/**
 * Claims an undecided task while a moderator chooses a reason. For a decided task it only checks that the person is a
 * moderator.
 */
export async function claimUndecided(ctx: Context, act: Act): Promise<void> {
  const { is_decided } = await findTask(ctx, act)
  if (is_decided) await checkModerator(ctx, ctx.db, act.moderator_id)
  else await claim(ctx, act)
}

/** Releases the claim of a task when the moderator leaves the list of reasons without choosing one. */
export async function releaseUndecided(ctx: Context, act: Act): Promise<void> {
  const { is_decided } = await findTask(ctx, act)
  if (is_decided) await checkModerator(ctx, ctx.db, act.moderator_id)
  else await release(ctx, act)
}

async function findTask({ db }: Context, { task_id }: Act) {
  const task = await db
    .selectFrom('moderation_tasks')
    .select(['subject', 'state', 'applied_at', 'listing_id', 'report_id'])
    .where('id', '=', task_id)
    .executeTakeFirst()
  if (!task) throw new AppError('not_found')
  return { ...task, is_decided: !isUndecided(task) && task.applied_at !== null }
}
