import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { checkModerator } from '#services/moderation/queue/tasks.ts'
import { queueCard, queueQuestion } from './deliveries.ts'
import { lockCase } from './queries.ts'

/**
 * Limits how many messages of one person reach the operators' chat. Messages above the limit are held in
 * their case.
 */

/**
 * True if the person's next message has to be held, because too many messages are unanswered or some messages are held
 * already.
 */
export async function isAboveLimit(tx: Tx, case_id: number): Promise<boolean> {
  const { rows } = await sql<{ is_above: boolean }>`
    select exists (select from support_messages where case_id = ${case_id} and is_held)
      or (select count(*) >= ${limits.support.unanswered} from support_messages
        where case_id = ${case_id} and side = 'person' and id > coalesce(
          (select max(id) from support_messages where case_id = ${case_id} and side = 'staff'), 0))
      as is_above`.execute(tx)
  return rows[0]?.is_above ?? false
}

/**
 * Forwards the next held messages of a case in their order. Redraws the case card with the number of messages that are
 * still held. The case must be locked.
 */
export async function forwardHeld(ctx: Context, tx: Tx, case_id: number): Promise<void> {
  const now = ctx.now().toISOString()
  const next = await tx
    .updateTable('support_messages')
    .set({ is_held: false, said_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('support_messages')
        .select('id')
        .where('case_id', '=', case_id)
        .where('is_held', '=', true)
        .orderBy('id')
        .limit(limits.support.unanswered),
    )
    .returning(['id', 'content', 'media'])
    .execute()
  if (next.length === 0) return
  for (const { id: message_id, ...message } of next.sort((one, other) => one.id - other.id))
    await queueQuestion(ctx, tx, { ...message, case_id, message_id, isNew: false })
  await queueCard(ctx, tx, case_id, `held:${now}`)
}

/**
 * Forwards held messages of a case, at the request of the staff.
 * @throws forbidden, not_found
 */
export async function forwardHeldByStaff(ctx: Context, case_id: number, staff_id: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await checkModerator(ctx, tx, staff_id)
    await lockCase(tx, case_id)
    await forwardHeld(ctx, tx, case_id)
  })
}
