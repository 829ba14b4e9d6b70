import { AppError } from '#contract/errors.ts'
import type { Consequence } from '#contract/rejection.ts'
import type { Context } from '#services/core/context.ts'
import { accept, claim, rejectAndBlock, release } from './actions.ts'
import { actUpon } from './acts.ts'
import { type Act, checkModerator, isUndecided } from './tasks.ts'

type Step = Act & { reason: string; consequence: Consequence }

/**
 * What the keys of a card do: while it waits they decide it with a consequence; afterwards they begin an act of the
 * staff about the same thing.
 * @throws not_found, and what `accept`, `rejectAndBlock` and `actUpon` throw
 */
export async function follow(ctx: Context, { reason, consequence, ...act }: Step): Promise<void> {
  const task = await findTask(ctx, act)
  if (!task.is_decided) {
    if (task.subject === 'report') return accept(ctx, { ...act, reason, consequence })
    if (consequence !== 'block') throw new AppError('wrong_state')
    return rejectAndBlock(ctx, { ...act, reason })
  }
  const { listing_id, report_id } = task
  const about = listing_id === null ? { report_id: report_id ?? 0 } : { listing_id }
  const { task_id: _, ...by } = act
  await actUpon(ctx, { ...by, about, reason, consequence })
}

/** Keeps an undecided task to oneself while a reason is chosen; a decided one is nobody's. */
export async function reserve(ctx: Context, act: Act): Promise<void> {
  const { is_decided } = await findTask(ctx, act)
  if (is_decided) await checkModerator(ctx, ctx.db, act.moderator_id)
  else await claim(ctx, act)
}

/** Leaves the reasons without having chosen one. */
export async function stepBack(ctx: Context, act: Act): Promise<void> {
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
