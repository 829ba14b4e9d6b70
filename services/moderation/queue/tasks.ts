import type { Selectable, Updateable } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { ModerationState } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { ModerationTasks } from '#db/tables/moderation.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import { record } from '#services/core/records/events.ts'
import { isStaff } from '#services/moderation/author/staff.ts'
import { checkImpartial } from './impartiality.ts'
import { moveTasks } from './moves.ts'

export type Task = Selectable<ModerationTasks>

/** A moderation task, and the moderator who acts on it. */
export type Act = {
  task_id: number
  moderator_id: number
  /** True if the moderator pressed a button of the review card. The handler of the button redraws that card. */
  in_chat?: boolean
}

/**
 * Locks the listing first and then its task. All code locks in this order, to avoid deadlocks. `listing` is null if the
 * task is about complaints that concern no listing.
 * @throws not_found
 */
export async function lockTask(tx: Tx, task_id: number) {
  const listingFacts = await tx
    .selectFrom('moderation_tasks')
    .select('listing_id')
    .where('id', '=', task_id)
    .executeTakeFirst()
  if (!listingFacts) throw new AppError('not_found')
  const listing = listingFacts.listing_id ? await lockListing(tx, listingFacts.listing_id) : null
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

/** True if moderators may still decide a task. A task that waits for the author's answer counts as undecided. */
export function isUndecided({ state, applied_at }: Pick<Task, 'state' | 'applied_at'>): boolean {
  return state === 'open' || state === 'claimed' || (state === 'returned' && applied_at === null)
}

/**
 * Locks a task and checks that this moderator may decide it. `isAlone` is true if it is the moderator's own case and no
 * other staff exist.
 * @throws forbidden, not_found, already_decided, claimed_by_other, own_case, own_rejection
 */
export async function lockUndecided(ctx: Context, tx: Tx, act: Act) {
  await checkModerator(ctx, tx, act.moderator_id)
  const locked = await lockTask(tx, act.task_id)
  const { state, claimed_by, claimed_until } = locked.task
  if (!isUndecided(locked.task)) throw new AppError('already_decided')
  const isHeld = state === 'claimed' && Date.parse(claimed_until ?? '') > ctx.now().getTime()
  if (isHeld && claimed_by !== act.moderator_id) throw new AppError('claimed_by_other')
  const isAlone = await checkImpartial(ctx, tx, locked.task, act.moderator_id)
  return { ...locked, isAlone }
}

/** Returns the columns of a task with which a moderator claims it now. */
export function claimColumns(ctx: Context, moderator_id: number) {
  const claimed_until = new Date(ctx.now().getTime() + limits.moderation.claimMs).toISOString()
  return { state: 'claimed' as const, claimed_by: moderator_id, claimed_until }
}

type Changes = Omit<Updateable<ModerationTasks>, 'state'> & { state?: ModerationState }

/**
 * Updates a locked task and redraws its review card. With `in_chat` the card is not redrawn, because the handler of the
 * pressed button does that.
 * @throws wrong_state when the task's state does not allow the change
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
  // The review card names the moderator who claimed the task, so the card is redrawn when the claim expires.
  if (changes.claimed_until)
    await record(ctx, tx, 'moderation.changed', { task_id }, new Date(changes.claimed_until))
}

type DecisionColumns = Pick<Task, 'reason' | 'consequence' | 'decided_alone'> & {
  state: 'approved' | 'rejected'
}

/**
 * Stores a decision about a locked task. The decision takes effect after the time in which it can be undone.
 * @returns time at which the decision takes effect, ISO 8601
 */
export async function makeDecision(
  ctx: Context,
  tx: Tx,
  act: Act,
  decided: DecisionColumns,
): Promise<string> {
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
 * Checks that a person is a moderator. The role is read from the database at every action. Members of the moderators'
 * chat have no rights by that, and a withdrawn role must count at once.
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

/** Writes the audit entry of a moderator's action, for the listing or complaint of the task. */
export async function auditTask(
  ctx: Context,
  tx: Tx,
  action: string,
  { moderator_id: actor_id }: Pick<Act, 'moderator_id'>,
  { id: task_id, state, listing_id, report_id }: Task,
  after: Record<string, unknown> = {},
): Promise<void> {
  const details = Object.entries(after).filter(([, value]) => value !== null && value !== undefined)
  await writeAudit(ctx, tx, {
    actor_id,
    action,
    subject: report_id ? { type: 'report', id: report_id } : { type: 'listing', id: listing_id ?? 0 },
    before: { task_id, state },
    ...(details.length > 0 && { after: Object.fromEntries(details) }),
  })
}
