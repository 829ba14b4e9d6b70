import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { minutesIn, nextAt } from '#services/notifications/outbox/rules.ts'

const hour = 60
const kind = 'order_reminder'
const dedupeKey = ({ user_id, listing_id }: ReminderOf) => `${kind}:${listing_id}:${user_id}`

type ReminderOf = { user_id: number; listing_id: number }
type TimeZone = string | null

/**
 * Returns a time a few hours from now, rounded up to a full hour in the reader's time zone. A time in the evening or at
 * night becomes the next morning.
 */
export function laterToday(time_zone: TimeZone, now: Date): Date {
  const zone = time_zone ?? defaultTimeZone
  const remindAt = new Date(now.getTime() + limits.orderReminder.ms)
  const fullHour = Math.ceil(minutesIn(zone, remindAt) / hour) * hour
  const { from, to, morning } = limits.orderReminder
  return fullHour >= from && fullHour <= to
    ? nextAt(zone, fullHour, new Date(remindAt.getTime() - hour * 1000))
    : nextAt(zone, morning, remindAt)
}

/** Returns the time of the reader's next morning. */
export function tomorrow(time_zone: TimeZone, now: Date): Date {
  const zone = time_zone ?? defaultTimeZone
  return nextAt(zone, limits.orderReminder.morning, nextAt(zone, 0, now))
}

/**
 * Schedules a person's reminder of an order. A person gets at most one reminder of an order; after it was sent, no
 * other can be scheduled.
 * @returns true if the reminder is scheduled
 */
export async function remind(ctx: Context, { user_id, listing_id }: ReminderOf, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    values (${user_id}, ${kind}, 'transactional', ${dedupeKey({ user_id, listing_id })},
      ${JSON.stringify({ listing_id })}::jsonb, ${ctx.request_id}, ${at.toISOString()}, ${ctx.now().toISOString()})
    on conflict (dedupe_key) do update
      set state = 'pending', attempts = 0, error = null, next_at = excluded.next_at
      where deliveries.state in ('pending', 'failed')
  `.execute(ctx.db)
  return numAffectedRows === 1n
}

/** Cancels a person's reminder of an order that is not sent yet. */
export async function cancelReminder(db: Db, reminded: ReminderOf): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', error: 'called off' })
    .where('dedupe_key', '=', dedupeKey(reminded))
    .where('state', '=', 'pending')
    .execute()
}

/** Returns the time of a person's reminder of an order. `isOver` is true if the reminder was sent. */
export async function findReminder(
  db: Db,
  reminded: ReminderOf,
): Promise<{ at: string | undefined; isOver: boolean }> {
  const row = await db
    .selectFrom('deliveries')
    .select(['state', 'next_at'])
    .where('dedupe_key', '=', dedupeKey(reminded))
    .executeTakeFirst()
  const isOver = row !== undefined && row.state !== 'pending' && row.state !== 'failed'
  return { at: row?.state === 'pending' ? row.next_at : undefined, isOver }
}
