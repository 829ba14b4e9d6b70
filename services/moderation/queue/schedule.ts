import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { queueDelivery } from '#services/notifications/outbox/queue.ts'
import { priorities } from './priority.ts'

/**
 * Sends one message about all overdue moderation tasks to the moderators' chat.
 * @returns number of tasks in the message
 */
export async function remindModerators(ctx: Context, batch: number): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const lateTasks = await tx
      .selectFrom('moderation_tasks')
      .select(['id', 'waiting_since'])
      .where('state', 'in', ['open', 'claimed'])
      .where('remind_at', '<=', now.toISOString())
      // Tasks about paid submissions are named before complaints.
      .orderBy((eb) => eb('subject', '=', 'report'))
      .orderBy('remind_at')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    if (lateTasks.length === 0) return 0
    const ids = lateTasks.map(({ id }) => id)
    const moments = lateTasks.map(({ waiting_since }) => nextReminder(waiting_since, now).toISOString())
    await sql`update moderation_tasks task set remind_at = next.moment
      from unnest(${ids}::bigint[], ${moments}::timestamptz[]) as next(id, moment)
      where task.id = next.id`.execute(tx)
    await queueDelivery(ctx, tx, {
      to: { chat_id: ctx.config.MODERATORS_CHAT_ID },
      kind: 'moderation_reminder',
      payload: { task_ids: ids },
      dedupe_key: `moderation_reminder:${ids[0]}:${now.toISOString()}`,
      priority: priorities.reminder,
    })
    return lateTasks.length
  })
}

/**
 * Returns the time of the next reminder to the moderators about a waiting task. Reminders come after half an hour,
 * after two hours, and then every four hours. A reminder that was not sent during the night is skipped.
 */
export function nextReminder(waiting_since: string, now: Date): Date {
  const start = Date.parse(waiting_since)
  const waited = now.getTime() - start
  const { remindMs, remindEveryMs } = limits.moderation
  const early = remindMs.find((ms) => ms > waited)
  if (early) return new Date(start + early)
  const last = remindMs[1]
  return new Date(start + last + remindEveryMs * (Math.floor((waited - last) / remindEveryMs) + 1))
}
