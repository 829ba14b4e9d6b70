import { AppError } from '#contract/errors.ts'
import { type Consequence, reasonLength } from '#contract/rejection.ts'
import type { Db, Tx } from '#db/index.ts'
import { alone } from '#services/core/audit.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'
import { auditTask } from './audit.ts'
import { checkConsequence } from './consequence.ts'
import { checkImpartial } from './impartiality.ts'
import { type Act, checkModerator, lockListing, makeDecision, setTask, type Task } from './tasks.ts'

/** What staff do without a submission or a complaint to decide about: a decided task, which may be taken back as any. */
type Measure = {
  about: { listing_id: number } | { report_id: number }
  consequence: Consequence
  reason: string
} & Omit<Act, 'task_id'>

/**
 * Takes a listing down, or warns or blocks the author of a thing, by an own decision.
 * @returns the task of the decision, and until when it may be taken back
 * @throws invalid_input, forbidden, not_found, own_case, already_decided while another decision about it waits,
 * wrong_state when it cannot follow
 */
export async function actUpon(
  ctx: Context,
  { about, consequence, reason, ...act }: Measure,
): Promise<{ task_id: number; effective_at: string }> {
  const words = reason.trim()
  if (words.length < reasonLength.min || words.length > reasonLength.max)
    throw new AppError('invalid_input', { fields: [{ path: 'reason' }], max: reasonLength.max })
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
    // The act has no card of its own: the cards of what it is about show it.
    const decision = { state: 'approved' as const, reason: words, consequence, decided_alone: isAlone }
    const by = { ...act, task_id: task.id, in_chat: true }
    const effective_at = await makeDecision(ctx, tx, by, decision)
    await redrawCardsOf(ctx, tx, task)
    await auditTask(ctx, tx, `moderation.${consequence}`, act, task, { reason: words, ...alone(isAlone) })
    return { task_id: task.id, effective_at }
  })
}

/** A task of the same listing, or the same complaint, decides about it side by side. */
async function lockSubject(tx: Tx, about: Measure['about']): Promise<void> {
  if ('listing_id' in about) {
    const found = await tx
      .selectFrom('listings')
      .select('id')
      .where('id', '=', about.listing_id)
      .where('status', '<>', 'deleted')
      .executeTakeFirst()
    if (!found) throw new AppError('not_found')
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

/** An own decision of the staff about the same thing that can still be taken back. */
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

/** Nothing is left of an act that was taken back but its trace. */
export async function takeBackAct(ctx: Context, tx: Tx, act: Act, task: Task): Promise<void> {
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

/** Has the cards drawn anew that show what an act is about. */
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
