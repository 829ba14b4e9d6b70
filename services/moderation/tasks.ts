import type { Selectable, Updateable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { ModerationState } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { ModerationTasks } from '#db/tables/moderation.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'
import { checkImpartial } from './impartiality.ts'
import { moveTasks } from './moves.ts'
import { isStaff } from './staff.ts'

export type Task = Selectable<ModerationTasks>

/** What a moderator does to a task. */
export type Act = {
  task_id: number
  moderator_id: number
  /** Done with a button of the card, which the bot draws anew at once. */
  in_chat?: boolean
}

/**
 * Locks the listing, then its task: the order in which everybody locks them. A complaint about anything else
 * than a listing has none.
 * @throws not_found
 */
export async function lockTask(tx: Tx, task_id: number) {
  const about = await tx
    .selectFrom('moderation_tasks')
    .select('listing_id')
    .where('id', '=', task_id)
    .executeTakeFirst()
  if (!about) throw new AppError('not_found')
  const listing = about.listing_id ? await lockListing(tx, about.listing_id) : null
  const task = await tx
    .selectFrom('moderation_tasks')
    .selectAll()
    .where('id', '=', task_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { listing, task: task satisfies Task }
}

export type LockedListing = Awaited<ReturnType<typeof lockListing>>

export function lockListing(tx: Tx, id: number) {
  return tx
    .selectFrom('listings')
    .select(['id', 'kind', 'status', 'author_id', 'category_id', 'published_at'])
    .select(['hidden_reason', 'executor_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Whether moderators may still decide; also while the author owes an answer. */
export function isUndecided({ state, applied_at }: Pick<Task, 'state' | 'applied_at'>): boolean {
  return state === 'open' || state === 'claimed' || (state === 'returned' && applied_at === null)
}

/**
 * The locked task, when this moderator may still decide it, and whether it is their own and nobody else is there.
 * @throws forbidden, not_found, already_decided, claimed_by_other, own_case, own_rejection
 */
export async function takeUndecided(ctx: Context, tx: Tx, act: Act) {
  await checkModerator(ctx, tx, act.moderator_id)
  const locked = await lockTask(tx, act.task_id)
  const { state, claimed_by, claimed_until } = locked.task
  if (!isUndecided(locked.task)) throw new AppError('already_decided')
  const isHeld = state === 'claimed' && Date.parse(claimed_until ?? '') > ctx.now().getTime()
  if (isHeld && claimed_by !== act.moderator_id) throw new AppError('claimed_by_other')
  const isAlone = await checkImpartial(ctx, tx, locked.task, act.moderator_id)
  return { ...locked, isAlone }
}

/** A claim that starts now. */
export function claimed(ctx: Context, moderator_id: number) {
  const claimed_until = new Date(ctx.now().getTime() + limits.moderation.claimMs).toISOString()
  return { state: 'claimed' as const, claimed_by: moderator_id, claimed_until }
}

type Changes = Omit<Updateable<ModerationTasks>, 'state'> & { state?: ModerationState }

/**
 * Changes a locked task and, unless the bot itself is about to, has its card in the chat drawn anew.
 * @throws wrong_state when its state does not allow the move
 */
export async function setTask(
  ctx: Context,
  tx: Tx,
  { task_id, in_chat }: Pick<Act, 'task_id' | 'in_chat'>,
  { state, ...changes }: Changes,
): Promise<void> {
  const updated_at = ctx.now().toISOString()
  if (state === undefined)
    await tx
      .updateTable('moderation_tasks')
      .set({ ...changes, updated_at })
      .where('id', '=', task_id)
      .execute()
  else if ((await moveTasks(ctx, tx, { id: task_id }, state, changes)) === 0)
    throw new AppError('wrong_state')
  if (!in_chat) await record(ctx, tx, 'moderation.changed', { task_id })
  // The card names the moderator who claimed it, so it is drawn again when the claim runs out.
  if (changes.claimed_until)
    await record(ctx, tx, 'moderation.changed', { task_id }, new Date(changes.claimed_until))
}

type Decided = Pick<Task, 'reason' | 'consequence' | 'decided_alone'> & { state: 'approved' | 'rejected' }

/**
 * Decides a locked task; the decision waits out the undo time before it moves anything.
 * @returns when it takes effect
 */
export async function makeDecision(ctx: Context, tx: Tx, act: Act, decided: Decided): Promise<string> {
  const now = ctx.now()
  const effective_at = new Date(now.getTime() + (ctx.config.MODERATION_UNDO_MS ?? limits.moderation.undoMs))
  await setTask(ctx, tx, act, {
    ...decided,
    decided_by: act.moderator_id,
    decided_at: now.toISOString(),
    lapsed_decider: null,
    effective_at: effective_at.toISOString(),
  })
  await record(ctx, tx, 'moderation.decided', { task_id: act.task_id }, effective_at)
  return effective_at.toISOString()
}

/**
 * Asks the database on every act: sitting in the moderators' chat gives no right, and a lost role is lost at once.
 * @throws forbidden unless the person is an active moderator or admin
 */
export async function checkModerator(ctx: Context, db: Db, user_id: number): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select(isStaff(ctx, 'users').as('is_staff'))
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!person?.is_staff) throw new AppError('forbidden')
}
