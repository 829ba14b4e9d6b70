import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './index.ts'
import { prepare } from './prepared.ts'

/** NOTIFY channel that wakes the relay. Postgres merges equal notifications of a transaction. */
export const outboxChannel = 'outbox'

export type NewEvent = {
  topic: string
  payload: Record<string, unknown>
  consumers: readonly string[]
  request_id: string | null
  now: string
  /** Time before which no consumer handles the event. If absent, `now` applies. */
  due?: string
}

export type ClaimedTask = {
  event_id: string
  consumer: string
  /** Number of times that the task was handed over to the queue; 1 at the first time. */
  attempt: number
  topic: string
  payload: Record<string, unknown>
  request_id: string | null
}

type TaskKey = { event_id: string; consumer: string }

type Value<T> = T | RawBuilder<T>
type NewRow = {
  topic: string
  payload: string
  consumers: string[]
  request_id: string | null
  now: string
  due: string
}
export type EventValues = { [Name in keyof NewRow]: Value<NewRow[Name]> }
/**
 * Returns parts of a larger SQL statement, which write an event with its tasks.
 * @param source an earlier part of the same statement; one event is written for each of its rows
 */
export function eventParts(
  { topic, payload, consumers, request_id, now, due }: EventValues,
  source: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    event as (
      insert into events (topic, payload, request_id, created_at)
      select ${topic}, ${payload}::jsonb, ${request_id}, ${now}::timestamptz from ${source}
      returning id, pg_notify(${sql.lit(outboxChannel)}, '')
    ), event_task as (
      insert into event_tasks (event_id, consumer, due_at, next_at)
      select event.id, consumer, ${due}::timestamptz, ${due}::timestamptz
      from event, unnest(${consumers}::text[]) consumer
    )`
}

const insertEventRow = prepare<NewRow, { id: string }>(
  (_, row) => sql<{ id: string }>`with ${eventParts(row, sql`(values (1)) one`)} select id from event`,
)

/** Stores an event with one task per consumer in the caller's transaction. @returns the event's id */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<string> {
  const { topic, request_id, now, due = now } = event
  const payload = JSON.stringify(event.payload)
  const consumers = [...event.consumers]
  const [row] = await insertEventRow(tx, { topic, payload, consumers, request_id, now, due })
  if (!row) throw new Error('the event was not stored')
  return row.id
}

/**
 * Setting that makes Postgres commit without waiting for the disk. A crash of Postgres loses no task: it undoes a
 * task's effect together with the task's done mark. No message is sent before a later synchronous commit.
 */
const asynchronousCommit = sql`set_config('synchronous_commit', 'off', true)`

/**
 * Claims due tasks for hand-over to the queue; other processes skip claimed tasks. A claimed task becomes due again
 * after a wait, unless its consumer completes it. So no task is lost if the queue loses its contents.
 * @param waits milliseconds until a task is due again, by attempt; later attempts use the last value
 */
export async function claimTasks(
  db: Db,
  { limit, now, waits }: { limit: number; now: string; waits: readonly number[] },
): Promise<ClaimedTask[]> {
  const { rows } = await sql<ClaimedTask>`
    with due as materialized (
      select event_id, consumer from event_tasks
      where next_at <= ${now} and done_at is null and dead_at is null
      order by next_at limit ${limit}
      for update skip locked
    ), claimed as (
      update event_tasks task set
        attempt = task.attempt + 1,
        next_at = ${now}::timestamptz
          + (${[...waits]}::float8[])[least(task.attempt + 1, ${waits.length})] * interval '1 millisecond'
      from due where task.event_id = due.event_id and task.consumer = due.consumer
      returning task.event_id, task.consumer, task.attempt
    )
    select claimed.*, event.topic, event.payload, event.request_id, ${asynchronousCommit}
    from claimed join events event on event.id = claimed.event_id
    order by event.created_at, event.id
  `.execute(db)
  return rows
}

/** True if the task is neither done nor given up. */
export async function isOpen(db: Db, { event_id, consumer }: TaskKey): Promise<boolean> {
  const task = db.selectFrom('event_tasks').select('event_id')
  const ownTask = task.where('event_id', '=', event_id).where('consumer', '=', consumer)
  return (
    (await ownTask.where('done_at', 'is', null).where('dead_at', 'is', null).executeTakeFirst()) !== undefined
  )
}

/**
 * Marks a task as done in the transaction of its effect, and locks the task until the transaction ends.
 * @returns false if the task was done or given up before, or if another process is working on it
 */
export async function completeTask(
  tx: Tx,
  { event_id, consumer, now }: TaskKey & { now: string },
): Promise<boolean> {
  const { rows } = await sql`
    update event_tasks set done_at = ${now} where (event_id, consumer) = (
      select event_id, consumer from event_tasks
      where event_id = ${event_id} and consumer = ${consumer} and done_at is null and dead_at is null
      for update skip locked)
    returning ${asynchronousCommit}`.execute(tx)
  return rows.length === 1
}

/**
 * Stores the error of an attempt. With `isDead` the task is given up: it is not handed over to the queue again until a
 * person requeues it.
 */
export async function failTask(
  db: Db,
  { event_id, consumer, error, isDead, now }: TaskKey & { error: string; isDead: boolean; now: string },
): Promise<void> {
  await db
    .updateTable('event_tasks')
    .set({ last_error: error.slice(0, 2000), ...(isDead && { dead_at: now }) })
    .where('event_id', '=', event_id)
    .where('consumer', '=', consumer)
    .where('done_at', 'is', null)
    .execute()
}

/** Milliseconds by which the oldest unfinished task is overdue; 0 if none is unfinished. */
export async function outboxAge(db: Db, now: string): Promise<number> {
  const { due_at } = await db
    .selectFrom('event_tasks')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .executeTakeFirstOrThrow()
  return due_at === null ? 0 : Math.max(0, Date.parse(now) - Date.parse(due_at))
}
