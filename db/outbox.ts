import { sql } from 'kysely'
import type { Db, Tx } from './index.ts'

/** Channel that wakes the relay; one NOTIFY per transaction reaches it however many events were recorded. */
export const outboxChannel = 'outbox'

export type NewEvent = {
  topic: string
  payload: Record<string, unknown>
  consumers: readonly string[]
  request_id: string | null
  now: string
  /** First moment the consumers may run; default now. */
  due?: string
}

export type ClaimedTask = {
  event_id: string
  consumer: string
  /** 1 on the first hand-over. */
  attempt: number
  topic: string
  payload: Record<string, unknown>
  request_id: string | null
}

type TaskKey = { event_id: string; consumer: string }

/** Records a fact with one task per consumer in the caller's transaction. @returns the event's id */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<string> {
  const { topic, payload, consumers, request_id, now, due = now } = event
  const { rows } = await sql<{ id: string }>`
    with event as (
      insert into events (topic, payload, request_id, created_at)
      values (${topic}, ${JSON.stringify(payload)}::jsonb, ${request_id}, ${now})
      returning id
    ), tasks as (
      insert into event_tasks (event_id, consumer, due_at, next_at)
      select event.id, consumer, ${due}, ${due} from event, unnest(${[...consumers]}::text[]) consumer
    )
    select event.id, pg_notify(${outboxChannel}, '') from event
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the event was not stored')
  return row.id
}

/**
 * Takes due tasks for hand-over; other claimers skip them. Each returns by itself at `retryAt(attempt)` unless
 * its consumer completes it first, so a lost queue loses nothing.
 */
export async function claimTasks(
  db: Db,
  { limit, now, retryAt }: { limit: number; now: string; retryAt: (attempt: number) => string },
): Promise<ClaimedTask[]> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('event_tasks as task')
      .innerJoin('events as event', 'event.id', 'task.event_id')
      .select(['task.event_id', 'task.consumer', 'task.attempt'])
      .select(['event.topic', 'event.payload', 'event.request_id'])
      .where('task.next_at', '<=', now)
      .where('task.done_at', 'is', null)
      .where('task.dead_at', 'is', null)
      .orderBy('task.next_at')
      .limit(limit)
      .forUpdate('task')
      .skipLocked()
      .execute()
    if (due.length === 0) return []
    const claimed = due.map((task) => ({ ...task, attempt: task.attempt + 1 }))
    await sql`
      update event_tasks task set attempt = claim.attempt, next_at = claim.next_at
      from unnest(
        ${claimed.map((task) => task.event_id)}::uuid[],
        ${claimed.map((task) => task.consumer)}::text[],
        ${claimed.map((task) => task.attempt)}::int[],
        ${claimed.map((task) => retryAt(task.attempt))}::timestamptz[]
      ) as claim (event_id, consumer, attempt, next_at)
      where task.event_id = claim.event_id and task.consumer = claim.consumer
    `.execute(tx)
    return claimed
  })
}

/** Marks a task done beside its effect. @returns false when it was done before: roll the effect back. */
export async function completeTask(
  tx: Tx,
  { event_id, consumer, now }: TaskKey & { now: string },
): Promise<boolean> {
  const result = await tx
    .updateTable('event_tasks')
    .set({ done_at: now, dead_at: null })
    .where('event_id', '=', event_id)
    .where('consumer', '=', consumer)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Notes why an attempt failed; `dead` takes the task out of circulation for a person to look at. */
export async function failTask(
  db: Db,
  { event_id, consumer, error, dead, now }: TaskKey & { error: string; dead: boolean; now: string },
): Promise<void> {
  await db
    .updateTable('event_tasks')
    .set({ last_error: error.slice(0, 2000), ...(dead && { dead_at: now }) })
    .where('event_id', '=', event_id)
    .where('consumer', '=', consumer)
    .where('done_at', 'is', null)
    .execute()
}

/** Milliseconds the oldest unfinished task has been waiting beyond its due time; 0 when none waits. */
export async function outboxAge(db: Db, now: string): Promise<number> {
  const { due_at } = await db
    .selectFrom('event_tasks')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .executeTakeFirstOrThrow()
  return due_at === null ? 0 : Math.max(0, Date.parse(now) - Date.parse(due_at))
}
