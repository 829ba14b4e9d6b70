import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { closeCase } from './actions.ts'
import { queueMessageState, queueQuestion, queueReminder } from './deliveries.ts'
import { hasUndelivered } from './delivery-status.ts'

const before = (ctx: Context, ms: number) => new Date(ctx.now().getTime() - ms).toISOString()

/**
 * Closes cases whose person was answered and has been silent for days. A case with an unanswered question is not
 * closed.
 */
export async function closeSilent(ctx: Context, batch: number): Promise<number> {
  const quiet = await ctx.db
    .selectFrom('support_cases')
    .select('id')
    .where('state', '=', 'open')
    .where('last_side', '=', 'staff')
    .where('last_at', '<', before(ctx, limits.support.quietMs))
    .orderBy('last_at')
    .limit(batch)
    .execute()
  for (const { id } of quiet) await closeCase(ctx, id, { by: 'silence', actor_id: null })
  return quiet.length
}

/** Reminds the operators of unanswered questions. Sends messages again that did not reach the operators' chat. */
export async function remindOperators(ctx: Context, batch: number): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const next = new Date(now.getTime() + limits.support.remindEveryMs).toISOString()
    const lateCases = await tx
      .selectFrom('support_cases')
      .select('id')
      .where('remind_at', '<=', now.toISOString())
      .where((eb) => eb.or([eb('state', '=', 'open'), hasUndelivered]))
      .orderBy('remind_at')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id } of lateCases) {
      await tx.updateTable('support_cases').set({ remind_at: next }).where('id', '=', id).execute()
      const failed = await tx
        .updateTable('support_messages')
        .set({ state: 'waiting', said_at: now.toISOString() })
        .where('case_id', '=', id)
        .where('side', '=', 'person')
        .where('state', '=', 'failed')
        .returning(['id', 'content', 'media'])
        .execute()
      for (const { id: message_id, ...message } of failed.sort((one, other) => one.id - other.id))
        await queueQuestion(
          ctx,
          tx,
          { ...message, case_id: id, message_id, isNew: true },
          `:${now.toISOString()}`,
        )
      if (failed.length === 0) await queueReminder(ctx, tx, id, now.toISOString())
    }
    return lateCases.length
  })
}

/** Notifies people whose message takes longer than expected to reach the operators, once per message. */
export async function notifyLate(ctx: Context, batch: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const lateCases = await tx
      .selectFrom('support_messages')
      .select(['id', 'case_id'])
      .where('state', '=', 'waiting')
      .where('side', '=', 'person')
      .where('is_held', '=', false)
      .where('said_at', '<', before(ctx, limits.support.lateMs))
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const { id, case_id } of lateCases)
      await queueMessageState(ctx, tx, { case_id, message_id: id, about: 'late' })
  })
}

/**
 * Erases Telegram's ids of old photos and documents. Our copies of these files are deleted together with other unused
 * files.
 */
export async function forgetMedia(ctx: Context, batch: number): Promise<number> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('support_messages')
    .set({ media: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('support_messages')
        .select('id')
        .where('media', 'is not', null)
        .where('said_at', '<', before(ctx, limits.support.copiesMs))
        .limit(batch),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
