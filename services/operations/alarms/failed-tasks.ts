import { sql } from 'kysely'
import { outboxChannel } from '#db/outbox.ts'
import type { Context } from '#services/core/context.ts'

export type DeadTask = {
  event_id: string
  consumer: string
  topic: string
  dead_at: string
  last_error: string
}

type Choice = { consumer?: string | undefined; event_id?: string | undefined; is_dry?: boolean }

/**
 * Queues tasks again that failed after all attempts. Their consumers start again with the first attempt.
 * @param choice selects the tasks of a consumer or of an event; with `is_dry` nothing is changed
 * @returns the tasks, with their last errors
 */
export async function requeueTasks(ctx: Context, choice: Choice = {}): Promise<DeadTask[]> {
  const { consumer = null, event_id = null, is_dry = false } = choice
  return ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<DeadTask>`
      select task.event_id, task.consumer, event.topic, task.dead_at, coalesce(task.last_error, '') as last_error
      from event_tasks task join events event on event.id = task.event_id
      where task.dead_at is not null and task.done_at is null
        and (${consumer}::text is null or task.consumer = ${consumer})
        and (${event_id}::text is null or task.event_id::text = ${event_id})
      order by task.dead_at for update of task`.execute(tx)
    if (is_dry || rows.length === 0) return rows
    for (const { event_id, consumer } of rows)
      await tx
        .updateTable('event_tasks')
        .set({ dead_at: null, attempt: 0, next_at: ctx.now().toISOString() })
        .where('event_id', '=', event_id)
        .where('consumer', '=', consumer)
        .execute()
    await sql`select pg_notify(${outboxChannel}, '')`.execute(tx)
    return rows
  })
}
