import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { SupportClosing } from '#contract/states.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import { checkModerator } from '#services/moderation/queue/tasks.ts'
import type { Media } from '#services/notifications/kinds.ts'
import { queueAnswer, queueCard, queueMessageState, queueNews, queueQuestion } from './deliveries.ts'
import { reminderOfUndelivered } from './delivery-status.ts'
import { canReopen, lockCase } from './queries.ts'
import { forwardHeld, isAboveLimit } from './rate-limit.ts'
import { fitsOnCard } from './text.ts'

/** A message written to the bot, with its chat id and message id in Telegram. */
export type WrittenMessage = {
  chat_id: number
  message_id: number
  content: string
  media?: Media | undefined
  album?: string | undefined
}

/**
 * Stores a message of a person to support in the open case. If the person has no open case, the last case is reopened,
 * or a new case is created. A repeated update is stored once.
 * @returns id of the stored message
 */
export async function receivePersonMessage(
  ctx: Context,
  user_id: number,
  message: WrittenMessage,
): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    // The lock on the person's row makes the person's messages wait for each other.
    await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
    const before = await findWritten(tx, message)
    if (before) return before.id
    const { case_id, isNew, isFirst } = await openCase(ctx, tx, user_id)
    const is_held = await isAboveLimit(tx, case_id)
    const id = await storeMessage(ctx, tx, { case_id, side: 'person', author_id: user_id, is_held }, message)
    const now = ctx.now()
    const remind_at = new Date(now.getTime() + limits.support.remindMs).toISOString()
    await tx
      .updateTable('support_cases')
      .set((eb) => ({
        last_side: 'person',
        last_at: now.toISOString(),
        // A second question does not postpone the reminder about the first question.
        remind_at: eb
          .case()
          .when('last_side', '=', 'person')
          .then(eb.fn.coalesce('remind_at', eb.val(remind_at)))
          .else(remind_at)
          .end(),
      }))
      .where('id', '=', case_id)
      .execute()
    const question = { case_id, ...message, message_id: id }
    const isOnCard = isFirst && fitsOnCard(message)
    if (isNew || is_held) await queueCard(ctx, tx, case_id, `${id}`, isOnCard ? id : null)
    // A held message waits until the staff asks for it. The person gets the usual confirmation.
    if (is_held)
      await queueMessageState(ctx, tx, { case_id, message_id: id, about: isNew ? 'passed' : 'added' })
    else if (!isOnCard) await queueQuestion(ctx, tx, { ...question, isNew })
    return id
  })
}

/**
 * Sends an answer of the staff to the person. A closed case is reopened if the person has no newer open one.
 * @param staff_id null for an administrator who writes anonymously in the operators' group
 * @returns id of the stored message
 * @throws forbidden, not_found
 */
export async function answerPerson(
  ctx: Context,
  { case_id, staff_id }: { case_id: number; staff_id: number | null },
  message: WrittenMessage,
): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    if (staff_id !== null) await checkModerator(ctx, tx, staff_id)
    const supportCase = await lockCase(tx, case_id)
    const before = await findWritten(tx, message)
    if (before) return before.id
    const id = await storeMessage(ctx, tx, { case_id, side: 'staff', author_id: staff_id }, message)
    const isOpening = supportCase.state === 'closed' && (await canReopen(tx, case_id, supportCase.user_id))
    const isChanged = isOpening || (supportCase.staff_id === null && staff_id !== null)
    await tx
      .updateTable('support_cases')
      .set({
        ...(isOpening && { state: 'open', closed_at: null, closed_by: null }),
        remind_at: reminderOfUndelivered,
        staff_id: supportCase.staff_id ?? staff_id,
        last_side: 'staff',
        last_at: ctx.now().toISOString(),
      })
      .where('id', '=', case_id)
      .execute()
    if (isChanged) await queueCard(ctx, tx, case_id, `${id}`)
    await queueAnswer(ctx, tx, { ...message, case_id, user_id: supportCase.user_id, message_id: id })
    await forwardHeld(ctx, tx, case_id)
    return id
  })
}

/**
 * Assigns a case to a member of the staff and tells the person who wrote it who answers.
 * @throws forbidden, not_found, wrong_state if the case is closed
 */
export async function takeCase(ctx: Context, case_id: number, staff_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, staff_id)
    const supportCase = await lockCase(tx, case_id)
    if (supportCase.state === 'closed') throw new AppError('wrong_state')
    if (supportCase.staff_id === staff_id) return
    await tx.updateTable('support_cases').set({ staff_id }).where('id', '=', case_id).execute()
    const moment = ctx.now().toISOString()
    await queueCard(ctx, tx, case_id, `taken:${staff_id}:${moment}`)
    await queueNews(ctx, tx, { case_id, user_id: supportCase.user_id, about: 'taken' }, moment)
  })
}

/**
 * Closes a case when the staff or its person asks for it, or when nobody has written for days. Closing a closed case
 * has no effect.
 * @throws forbidden, not_found for another person's case
 */
export async function closeCase(
  ctx: Context,
  case_id: number,
  { by, actor_id }: { by: SupportClosing; actor_id: number | null },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (by === 'staff') await checkModerator(ctx, tx, actor_id ?? 0)
    const { state, user_id } = await lockCase(tx, case_id)
    if (by === 'person' && user_id !== actor_id) throw new AppError('not_found')
    if (state === 'closed') return
    const moment = ctx.now().toISOString()
    await tx
      .updateTable('support_cases')
      .set({
        state: 'closed',
        closed_by: by,
        closed_at: moment,
        remind_at: reminderOfUndelivered,
      })
      .where('id', '=', case_id)
      .execute()
    if (by === 'staff')
      await writeAudit(ctx, tx, {
        actor_id,
        action: 'support.closed',
        subject: { type: 'user', id: user_id },
        after: { case_id },
      })
    await queueCard(ctx, tx, case_id, `closed:${moment}`)
    if (by !== 'person') await queueNews(ctx, tx, { case_id, user_id, about: `closed_${by}` }, moment)
  })
}

type OpenedCase = { case_id: number; isNew: boolean; isFirst: boolean }

async function openCase(ctx: Context, tx: Tx, user_id: number): Promise<OpenedCase> {
  const last = await findLastCase(ctx, tx, user_id)
  if (last?.state === 'open') return { case_id: last.id, isNew: false, isFirst: false }
  const now = ctx.now().toISOString()
  if (last) {
    await tx
      .updateTable('support_cases')
      .set({ state: 'open', closed_at: null, closed_by: null })
      .where('id', '=', last.id)
      .execute()
    return { case_id: last.id, isNew: true, isFirst: false }
  }
  const { id } = await tx
    .insertInto('support_cases')
    .values({ user_id, opened_at: now, last_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { case_id: id, isNew: true, isFirst: true }
}

/** Case that the person's next message belongs to: the open case, or a case that was closed recently. */
export function findLastCase(ctx: Context, db: Tx | Context['db'], user_id: number) {
  const lately = new Date(ctx.now().getTime() - limits.support.reopenMs).toISOString()
  return db
    .selectFrom('support_cases')
    .select(['id', 'state'])
    .where('user_id', '=', user_id)
    .where((eb) => eb.or([eb('state', '=', 'open'), eb('closed_at', '>', lately)]))
    .orderBy('state', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

function findWritten(tx: Tx, { chat_id, message_id }: WrittenMessage) {
  return tx
    .selectFrom('support_messages')
    .select('id')
    .where('chat_id', '=', chat_id)
    .where('message_id', '=', message_id)
    .executeTakeFirst()
}

type MessageOrigin = {
  case_id: number
  side: 'person' | 'staff'
  author_id: number | null
  is_held?: boolean
}

async function storeMessage(
  ctx: Context,
  tx: Tx,
  origin: MessageOrigin,
  { media, album, ...written }: WrittenMessage,
): Promise<number> {
  const { id } = await tx
    .insertInto('support_messages')
    .values({
      ...origin,
      ...written,
      media: media ? JSON.stringify(media) : null,
      album: album ?? null,
      said_at: ctx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
