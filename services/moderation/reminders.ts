import { limits } from '#contract/limits.ts'
import type { Context } from '#services/context.ts'
import { queueDelivery } from '#services/notifications/deliveries.ts'

/**
 * Reminds the moderators' chat of what waits for too long, all of it in one message.
 * @returns of how many
 */
export async function remindModerators(ctx: Context, batch: number): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const late = await tx
      .selectFrom('moderation_tasks')
      .select(['id', 'waiting_since'])
      .where('state', 'in', ['open', 'claimed'])
      .where('remind_at', '<=', now.toISOString())
      .orderBy('remind_at')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, waiting_since } of late)
      await tx
        .updateTable('moderation_tasks')
        .set({ remind_at: nextReminder(waiting_since, now).toISOString() })
        .where('id', '=', id)
        .execute()
    if (late.length === 0) return 0
    await queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
      kind: 'moderation_reminder',
      payload: { task_ids: late.map(({ id }) => id) },
      dedupe_key: `moderation_reminder:${late[0]?.id}:${now.toISOString()}`,
    })
    return late.length
  })
}

/** After half an hour, after two hours, and then every four; what was slept through is not made up for. */
export function nextReminder(waiting_since: string, now: Date): Date {
  const start = Date.parse(waiting_since)
  const waited = now.getTime() - start
  const { remindMs, remindEveryMs } = limits.moderation
  const early = remindMs.find((ms) => ms > waited)
  if (early) return new Date(start + early)
  const last = remindMs[1]
  return new Date(start + last + remindEveryMs * (Math.floor((waited - last) / remindEveryMs) + 1))
}
