import { sql } from 'kysely'
import { beforeAll, beforeEach } from 'vitest'
import type { Context } from '#services/core/context.ts'
import { applyDecision } from '#services/lifecycle/publication/decide.ts'
import { findListingTask } from '#services/moderation/queue/queries.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'
import { placeRows } from '#tests/support/money/place-rows.ts'
import { paidOrder } from '#tests/support/orders/order-life.ts'
import { client, login, moderator, type Person } from '#tests/support/people/people.ts'

/**
 * Helpers to check the task, the audit entries and the scheduled events of each action of moderators. Times are in
 * seconds.
 */

let api: Api
export let ctx: Context
export let owner: Api['owner']
export let anna: Person
export let olga: Person
export let vera: Person
export let startMs: number
let passedMs: number

/** Opens the moderators' queue for one test file. */
export function openQueue(): void {
  beforeAll(async () => {
    api = await openApi()
    owner = api.owner
    olga = await moderator(api)
    vera = await login(api)
    await api.ctx.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', vera.id).execute()
    const config = { ...api.ctx.config, MODERATION_UNDO_MS: undefined }
    ctx = { ...api.ctx, config, now: () => new Date(startMs + passedMs * 1000) }
  })
  // Creates a new author before each test, because an author may post only ten listings a day.
  beforeEach(async () => {
    anna = await client(api)
    restart()
  })
}

/** Sets the clock to the given number of seconds after its start. */
export function advanceClock(seconds: number): void {
  passedMs = seconds
}

/** Restarts the clock at the current time. */
export function restart(): void {
  startMs = Date.now()
  passedMs = 0
}

export const seconds = (time: string | null | undefined) => time && (Date.parse(time) - startMs) / 1000

export async function submitOrder(changes = {}) {
  const { order } = await paidOrder(api, changes, anna)
  restart()
  const id = (await findListingTask(ctx.db, order.id)) ?? 0
  const task_id = id
  return { listing_id: order.id, task_id, act: { task_id, moderator_id: olga.id } }
}

export async function task(id: number) {
  const row = await ctx.db
    .selectFrom('moderation_tasks')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    claimed_until: seconds(row.claimed_until),
    decided_at: seconds(row.decided_at),
    effective_at: seconds(row.effective_at),
    applied_at: seconds(row.applied_at),
    waiting_since: seconds(row.waiting_since),
    remind_at: seconds(row.remind_at),
    updated_at: seconds(row.updated_at),
  }
}

export async function listing(id: number) {
  const row = await ctx.db.selectFrom('listings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    ...row,
    published_at: seconds(row.published_at),
    renewed_at: seconds(row.renewed_at),
    expires_at: seconds(row.expires_at),
    rejected_at: seconds(row.rejected_at),
    updated_at: seconds(row.updated_at),
  }
}

/** Audit entries about a listing since it was submitted, newest first. */
export async function readAuditEntries(listing_id: number) {
  return ctx.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('subject_type', '=', 'listing')
    .where('subject_id', '=', listing_id)
    .orderBy('id', 'desc')
    .execute()
}

/** Times at which events with the given topic and payload are due, in seconds of the test clock. */
export async function plannedEvents(topic: string, payload: Record<string, unknown>) {
  const { rows } = await sql<{ due_at: string }>`
    select distinct due_at from events join event_tasks on event_id = events.id
    where topic = ${topic} and payload @> ${JSON.stringify(payload)}::jsonb
      and events.created_at = ${ctx.now().toISOString()} order by due_at`.execute(ctx.db)
  return rows.map(({ due_at }) => seconds(due_at))
}

export const applyTask = (task_id: number) =>
  ctx.db.transaction().execute((tx) => applyDecision(ctx, tx, task_id))
/** Sets columns of a listing directly, for states that these tests cannot reach otherwise. */
export const setListing = (id: number, values: Parameters<typeof placeRows<'listings'>>[3]) =>
  placeRows(api.owner, 'listings', { id }, values)
