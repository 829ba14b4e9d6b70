import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { ModerationTasks } from '#db/tables/moderation.ts'
import type { Context } from '#services/context.ts'
import { checkModerator } from './authority.ts'

export type Task = Selectable<ModerationTasks> & { listing_id: number }

/** What a moderator does to a task. */
export type Act = { task_id: number; moderator_id: number }

/**
 * Locks the listing, then its task: the order in which everybody locks them.
 * @throws not_found when there is no such review of a listing or of its edit
 */
export async function lockTask(tx: Tx, task_id: number) {
  const place = await tx
    .selectFrom('moderation_tasks')
    .select('listing_id')
    .where('id', '=', task_id)
    .where('subject', 'in', ['listing', 'revision'])
    .executeTakeFirst()
  if (!place?.listing_id) throw new AppError('not_found')
  const listing = await tx
    .selectFrom('listings')
    .select(['id', 'kind', 'status', 'author_id', 'category_id', 'published_at'])
    .where('id', '=', place.listing_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const task = await tx
    .selectFrom('moderation_tasks')
    .selectAll()
    .where('id', '=', task_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { listing, task: { ...task, listing_id: listing.id } satisfies Task }
}

/** The locked task, when this moderator may still decide it. */
export async function takeUndecided(ctx: Context, tx: Tx, act: Act) {
  await checkModerator(ctx, tx, act.moderator_id)
  const locked = await lockTask(tx, act.task_id)
  const { state, claimed_by, claimed_until } = locked.task
  if (state !== 'open' && state !== 'claimed') throw new AppError('already_decided')
  const isHeld = state === 'claimed' && Date.parse(claimed_until ?? '') > ctx.now().getTime()
  if (isHeld && claimed_by !== act.moderator_id) throw new AppError('claimed_by_other')
  return locked
}

/** A claim that starts now. */
export function claimed(ctx: Context, moderator_id: number) {
  const claimed_until = new Date(ctx.now().getTime() + limits.moderation.claimMs).toISOString()
  return { state: 'claimed' as const, claimed_by: moderator_id, claimed_until }
}

export async function setTask(ctx: Context, tx: Tx, id: number, changes: Partial<Task>): Promise<void> {
  await tx
    .updateTable('moderation_tasks')
    .set({ ...changes, updated_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .execute()
}
