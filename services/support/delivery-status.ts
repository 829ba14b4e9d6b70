import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { queueCard, queueTold } from './deliveries.ts'
import { lockKept, mayOpen } from './lock-case.ts'

type Message = { case_id: number; message_id: number }

const reminder = (ctx: Context) => new Date(ctx.now().getTime() + limits.support.remindMs).toISOString()

/**
 * A person's message has reached the operators. One that comes after an answer, or after the staff has closed the case,
 * was not known then: the case waits for an answer again. Who has said meanwhile that the question is solved reads that
 * the message is there, and waits for nothing.
 */
export async function arrive(
  ctx: Context,
  tx: Tx,
  { about, ...message }: Message & { about: 'passed' | 'added' },
): Promise<void> {
  const { case_id, message_id } = message
  const found = await lockKept(tx, case_id)
  if (!found || !(await settle(tx, message_id, 'passed'))) return
  const { state, closed_by, last_side, user_id } = found
  const isSolved = closed_by === 'person'
  await queueTold(ctx, tx, { ...message, about: isSolved ? 'added' : about })
  if (state === 'open' && last_side === 'person') return
  if (state === 'closed' && (isSolved || !(await mayOpen(tx, case_id, user_id)))) {
    await tx
      .updateTable('support_cases')
      .set({ remind_at: remindOfStrayed })
      .where('id', '=', case_id)
      .execute()
    return
  }
  const waiting = { last_side: 'person', last_at: ctx.now().toISOString(), remind_at: reminder(ctx) } as const
  await tx
    .updateTable('support_cases')
    .set({ state: 'open', closed_at: null, closed_by: null, ...waiting })
    .where('id', '=', case_id)
    .execute()
  if (state === 'closed') await queueCard(ctx, tx, case_id, `arrived:${message_id}`)
}

/** A person's message did not reach the operators: it is tried again with the next reminder. */
export async function stray(ctx: Context, tx: Tx, message: Message): Promise<void> {
  const { case_id, message_id } = message
  const found = await lockKept(tx, case_id)
  if (!found || !(await settle(tx, message_id, 'failed'))) return
  await queueTold(ctx, tx, { ...message, about: 'failed' })
  await tx
    .updateTable('support_cases')
    .set((eb) => ({ remind_at: eb.fn.coalesce('remind_at', eb.val(reminder(ctx))) }))
    .where('id', '=', case_id)
    .execute()
}

/** Whether something that the person wrote did not reach the operators, over `support_cases`. */
export const hasStrayed = sql<boolean>`exists (select from support_messages
  where case_id = support_cases.id and side = 'person' and state = 'failed')`

/** The next reminder of a case that waits for no answer: none, unless something has to be tried again. */
export const remindOfStrayed = sql<string | null>`case when ${hasStrayed} then remind_at end`

/** @returns false when the message was passed on already */
export async function settle(tx: Tx, message_id: number, state: 'passed' | 'failed'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('support_messages')
    .set({ state })
    .where('id', '=', message_id)
    .where('state', '<>', 'passed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
