import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db, Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { aloneMark, writeAudit } from '#services/core/records/audit.ts'
import { record } from '#services/core/records/events.ts'
import { waitingColumns } from '#services/moderation/queue/queue.ts'
import { type Act, auditTask, lockTask, lockUndecided, setTask } from '#services/moderation/queue/tasks.ts'

/**
 * Asks the author of a listing a question before deciding. The task then waits for the author, but any moderator may
 * still decide it. A new question replaces an unanswered one; repeating the same question changes nothing.
 * @throws invalid_input, the errors of `claim`; not_found for a complaint, which has no author to ask
 */
export async function ask(ctx: Context, { question, ...act }: Act & { question: string }): Promise<void> {
  const { min, max } = limits.moderation.question
  const length = [...question].length
  if (length < min || length > max)
    throw new AppError('invalid_input', { fields: [{ path: 'question' }], max })
  await ctx.db.transaction().execute(async (tx) => {
    const { task, isAlone } = await lockUndecided(ctx, tx, act)
    if (task.subject === 'report') throw new AppError('not_found')
    if (await isAsked(tx, task.id, question)) return
    await tx
      .deleteFrom('moderation_questions')
      .where('task_id', '=', task.id)
      .where('answer', 'is', null)
      .execute()
    const row = {
      task_id: task.id,
      asked_by: act.moderator_id,
      question,
      asked_at: ctx.now().toISOString(),
    }
    const { id: question_id } = await tx
      .insertInto('moderation_questions')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    const free = { claimed_by: null, claimed_until: null, remind_at: null }
    await setTask(ctx, tx, act, { ...free, state: 'returned', reason: question })
    await auditTask(ctx, tx, 'moderation.ask', act, task, { question, ...aloneMark(isAlone) })
    await record(ctx, tx, 'moderation.asked', { question_id })
  })
}

async function isAsked(tx: Tx, task_id: number, question: string): Promise<boolean> {
  const same = await tx
    .selectFrom('moderation_questions')
    .select('id')
    .where('task_id', '=', task_id)
    .where('answer', 'is', null)
    .where('question', '=', question)
    .executeTakeFirst()
  return same !== undefined
}

/**
 * Stores the author's answer to a moderator's question. The task waits for the moderators again, and its review card
 * shows the answer.
 * @throws nothing_asked when no question waits for this person
 */
export async function answer(
  ctx: Context,
  { listing_id, author_id, text }: { listing_id: number; author_id: number; text: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const openQuestion = await findOpenQuestion(tx, listing_id, author_id)
    if (!openQuestion) throw new AppError('nothing_asked')
    const { task } = await lockTask(tx, openQuestion.task_id)
    const now = ctx.now()
    const { numUpdatedRows } = await tx
      .updateTable('moderation_questions')
      .set({ answer: text, answered_at: now.toISOString() })
      .where('id', '=', openQuestion.id)
      .where('answer', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n || task.applied_at) throw new AppError('nothing_asked')
    const isTheirs = task.state === 'returned'
    const reason = isTheirs || task.state === 'claimed' ? { reason: null } : {}
    await setTask(
      ctx,
      tx,
      { task_id: task.id },
      {
        ...reason,
        ...(isTheirs && { state: 'open' as const }),
        ...waitingColumns(now),
      },
    )
    await writeAudit(ctx, tx, {
      actor_id: author_id,
      action: 'moderation.answer',
      subject: { type: 'listing', id: listing_id },
      before: { task_id: task.id, state: task.state },
      after: { question_id: openQuestion.id },
    })
    await record(ctx, tx, 'moderation.answered', { question_id: openQuestion.id })
  })
}

/** Finds the moderators' unanswered question about the author's own listing. */
export function findOpenQuestion(db: Db | Tx, listing_id: number, author_id: number) {
  return db
    .selectFrom('moderation_questions as question')
    .innerJoin('moderation_tasks as task', 'task.id', 'question.task_id')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select(['question.id', 'question.task_id', 'question.question', 'question.asked_at'])
    .where('task.listing_id', '=', listing_id)
    .where('task.applied_at', 'is', null)
    .where('listing.author_id', '=', author_id)
    .where('question.answer', 'is', null)
    .orderBy('question.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Finds the author's answer to the moderators' last question about a listing; undefined without an answer. */
export async function findLastAnswer(
  db: Db,
  listing_id: number,
  author_id: number,
): Promise<string | undefined> {
  const last = await db
    .selectFrom('moderation_questions as question')
    .innerJoin('moderation_tasks as task', 'task.id', 'question.task_id')
    .innerJoin('listings as listing', 'listing.id', 'task.listing_id')
    .select('question.answer')
    .where('task.listing_id', '=', listing_id)
    .where('listing.author_id', '=', author_id)
    .orderBy('question.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.answer ?? undefined
}
