import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { queueCard, queueMessageState } from './deliveries.ts'
import { canReopen, lockCaseIfExists } from './queries.ts'

type MessageKey = { case_id: number; message_id: number }

const nextReminder = (ctx: Context) => new Date(ctx.now().getTime() + limits.support.remindMs).toISOString()

/**
 * Marks a person's message as delivered to the operators. The case waits for an answer again, even if the staff has
 * answered or closed it meanwhile without knowing this message. If the person has marked the question as solved, the
 * person is only told that the message was added.
 */
export async function markDelivered(
  ctx: Context,
  tx: Tx,
  { about, ...message }: MessageKey & { about: 'passed' | 'added' },
): Promise<void> {
  const { case_id, message_id } = message
  const supportCase = await lockCaseIfExists(tx, case_id)
  if (!supportCase || !(await setMessageState(tx, message_id, 'passed'))) return
  const { state, closed_by, last_side, user_id } = supportCase
  const isSolved = closed_by === 'person'
  await queueMessageState(ctx, tx, { ...message, about: isSolved ? 'added' : about })
  if (state === 'open' && last_side === 'person') return
  if (state === 'closed' && (isSolved || !(await canReopen(tx, case_id, user_id)))) {
    await tx
      .updateTable('support_cases')
      .set({ remind_at: reminderOfUndelivered })
      .where('id', '=', case_id)
      .execute()
    return
  }
  const waiting = {
    last_side: 'person',
    last_at: ctx.now().toISOString(),
    remind_at: nextReminder(ctx),
  } as const
  await tx
    .updateTable('support_cases')
    .set({ state: 'open', closed_at: null, closed_by: null, ...waiting })
    .where('id', '=', case_id)
    .execute()
  if (state === 'closed') await queueCard(ctx, tx, case_id, `arrived:${message_id}`)
}

/** Marks a person's message as not delivered to the operators. The next reminder sends it again. */
export async function markUndelivered(ctx: Context, tx: Tx, message: MessageKey): Promise<void> {
  const { case_id, message_id } = message
  const supportCase = await lockCaseIfExists(tx, case_id)
  if (!supportCase || !(await setMessageState(tx, message_id, 'failed'))) return
  await queueMessageState(ctx, tx, { ...message, about: 'failed' })
  await tx
    .updateTable('support_cases')
    .set((eb) => ({ remind_at: eb.fn.coalesce('remind_at', eb.val(nextReminder(ctx))) }))
    .where('id', '=', case_id)
    .execute()
}

/** SQL over `support_cases`: true if a message of the person did not reach the operators. */
export const hasUndelivered = sql<boolean>`exists (select from support_messages
  where case_id = support_cases.id and side = 'person' and state = 'failed')`

/**
 * SQL for the next reminder of a case in which no question is unanswered. Null, unless a message was not delivered and
 * has to be sent again.
 */
export const reminderOfUndelivered = sql<string | null>`case when ${hasUndelivered} then remind_at end`

/** @returns false if the message was already delivered */
export async function setMessageState(
  tx: Tx,
  message_id: number,
  state: 'passed' | 'failed',
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('support_messages')
    .set({ state })
    .where('id', '=', message_id)
    .where('state', '<>', 'passed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
