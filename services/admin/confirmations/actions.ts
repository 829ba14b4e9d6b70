import { sql } from 'kysely'
import type { z } from 'zod'
import type { Confirmation } from '#contract/calls/confirmation-shapes.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import { writeAudit } from '#services/core/records/audit.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { toReply } from './queries.ts'
import { type ActName, acts, rehearse, type StaffActs } from './staff-acts.ts'

/**
 * Asks the admin for confirmation in their chat with the bot. Nothing happens before they confirm. A repeated
 * request returns the pending confirmation.
 * @throws as the act itself would now, bot_unreachable
 */
export async function askConfirmation<A extends ActName>(
  ctx: ActorContext,
  act: A,
  input: StaffActs[A],
): Promise<z.output<typeof Confirmation>> {
  await rehearse(ctx, act, input)
  await checkReach(ctx)
  return ctx.db.transaction().execute(async (tx) => {
    const user_id = ctx.viewer.id
    const now = ctx.now()
    await expireOld(tx, user_id, now.toISOString())
    const added = await tx
      .insertInto('staff_confirmations')
      .values({
        user_id,
        act,
        input: JSON.stringify(input),
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + limits.confirmation.ms).toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'act', 'state', 'error', 'expires_at'])
      .executeTakeFirst()
    if (!added) return findPending(tx, user_id, act, input)
    await queueDelivery(ctx, tx, {
      to: { user_id },
      kind: 'staff_confirmation',
      payload: { confirmation_id: added.id },
      dedupe_key: `staff_confirmation:${added.id}`,
    })
    await writeAudit(ctx, tx, {
      actor_id: user_id,
      action: 'confirmation.asked',
      subject: acts[act].subject(input),
      after: { confirmation_id: added.id, act, input },
    })
    return toReply(added)
  })
}

/** Marks expired confirmations, so that the same act can be requested again. */
async function expireOld(tx: Tx, user_id: number, now: string): Promise<void> {
  await tx
    .updateTable('staff_confirmations')
    .set({ state: 'expired', decided_at: now })
    .where('user_id', '=', user_id)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute()
}

async function findPending(tx: Tx, user_id: number, act: string, input: object) {
  const same = await tx
    .selectFrom('staff_confirmations')
    .select(['id', 'act', 'state', 'error', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('act', '=', act)
    .where('state', '=', 'pending')
    .where(sql<boolean>`input = ${JSON.stringify(input)}::jsonb`)
    .executeTakeFirst()
  // The button was pressed between the two statements.
  if (!same) throw new AppError('confirmation_over')
  return toReply(same)
}

/**
 * The bot cannot write to an admin who never pressed Start, so the question would not arrive.
 * @throws bot_unreachable
 */
async function checkReach({ db, viewer }: ActorContext): Promise<void> {
  const { can_write, notify_blocked_at } = await db
    .selectFrom('users')
    .select(['can_write', 'notify_blocked_at'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  if (!can_write || notify_blocked_at) throw new AppError('bot_unreachable')
}
