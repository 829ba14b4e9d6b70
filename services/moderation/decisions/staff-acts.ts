import { AppError } from '#contract/errors.ts'
import type { Consequence } from '#contract/rejection.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { aloneMark } from '#services/core/records/audit.ts'
import { record } from '#services/core/records/events.ts'
import { checkImpartial } from '#services/moderation/queue/impartiality.ts'
import {
  type Act,
  auditTask,
  checkModerator,
  lockListing,
  makeDecision,
  setTask,
  type Task,
} from '#services/moderation/queue/tasks.ts'
import { checkConsequence, checkReason } from './consequence.ts'

/**
 * An act of staff, such as a takedown, that decides no submission or complaint. It is stored as a decided task, and can
 * be undone like any decision.
 */
type StaffAct = {
  about: { listing_id: number } | { report_id: number }
  consequence: Consequence
  reason: string
} & Omit<Act, 'task_id'>

/**
 * Takes a listing down, warns its author or blocks its author, without a submission or complaint to decide.
 * @returns id of the stored task, and the time until which it can be undone
 * @throws invalid_input, forbidden, not_found, own_case; already_decided while another act on the item is pending;
 * wrong_state when the consequence is impossible
 */
export async function startStaffAct(
  ctx: Context,
  { about, consequence, reason, ...act }: StaffAct,
): Promise<{ task_id: number; effective_at: string }> {
  const words = checkReason(reason)
  return ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, act.moderator_id)
    await lockSubject(tx, about)
    if (await findPendingAct(tx, { listing_id: null, report_id: null, ...about }))
      throw new AppError('already_decided')
    const now = ctx.now().toISOString()
    const task = await tx
      .insertInto('moderation_tasks')
      .values({ subject: 'act', ...about, created_at: now, updated_at: now, waiting_since: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    const isAlone = await checkImpartial(ctx, tx, task, act.moderator_id)
    await checkConsequence(tx, task, consequence, act.moderator_id)
    // An act of staff has no review card of its own. The existing cards about the same listing or complaint show it.
    const decision = { state: 'approved' as const, reason: words, consequence, decided_alone: isAlone }
    const by = { ...act, task_id: task.id, in_chat: true }
    const effective_at = await makeDecision(ctx, tx, by, decision)
    await redrawCardsOf(ctx, tx, task)
    await auditTask(ctx, tx, `moderation.${consequence}`, act, task, { reason: words, ...aloneMark(isAlone) })
    return { task_id: task.id, effective_at }
  })
}

/** Locks the listing or the complaint, so that two acts of staff on it run one after the other. */
async function lockSubject(tx: Tx, about: StaffAct['about']): Promise<void> {
  if ('listing_id' in about) {
    const undecided = await tx
      .selectFrom('listings')
      .select('id')
      .where('id', '=', about.listing_id)
      .where('status', '<>', 'deleted')
      .executeTakeFirst()
    if (!undecided) throw new AppError('not_found')
    await lockListing(tx, about.listing_id)
    return
  }
  const report = await tx
    .selectFrom('reports')
    .select('id')
    .where('id', '=', about.report_id)
    .forUpdate()
    .executeTakeFirst()
  if (!report) throw new AppError('not_found')
}

/** Finds an act of staff on the same item that can still be undone. */
export function findPendingAct(
  db: Db,
  { listing_id, report_id }: Pick<Task, 'listing_id' | 'report_id'>,
): Promise<Task | undefined> {
  return db
    .selectFrom('moderation_tasks')
    .selectAll()
    .where('subject', '=', 'act')
    .where('state', '=', 'approved')
    .where('applied_at', 'is', null)
    .where((eb) =>
      listing_id === null ? eb('report_id', '=', report_id) : eb('listing_id', '=', listing_id),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Undoes an act of staff before it takes effect. Only the audit entry of the act stays. */
export async function undoStaffAct(ctx: Context, tx: Tx, act: Act, task: Task): Promise<void> {
  const now = ctx.now().toISOString()
  await setTask(
    ctx,
    tx,
    { task_id: task.id, in_chat: true },
    { state: 'returned', reason: 'undone', effective_at: null, consequence: null, applied_at: now },
  )
  await redrawCardsOf(ctx, tx, task)
  await auditTask(ctx, tx, 'moderation.undo', act, task)
}

/** Redraws the latest review cards about a listing or a complaint. */
export async function redrawCardsOf(
  ctx: Context,
  tx: Tx,
  { listing_id, report_id }: Pick<Task, 'listing_id' | 'report_id'>,
): Promise<void> {
  const cards = await tx
    .selectFrom('moderation_tasks')
    .select('id')
    .where((eb) =>
      listing_id === null ? eb('report_id', '=', report_id) : eb('listing_id', '=', listing_id),
    )
    .where('subject', '<>', 'act')
    .where('message_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  for (const { id: task_id } of cards) await record(ctx, tx, 'moderation.changed', { task_id })
}
