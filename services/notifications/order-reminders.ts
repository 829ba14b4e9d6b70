import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { minutesIn, nextAt } from './delivery-rules.ts'

const hour = 60
const kind = 'order_reminder'
const keyOf = ({ user_id, listing_id }: Reminded) => `${kind}:${listing_id}:${user_id}`

type Reminded = { user_id: number; listing_id: number }
type Zone = string | null

/** Some hours from now on a full hour of the reader's day; what would come in the evening comes in the morning. */
export function laterToday(time_zone: Zone, now: Date): Date {
  const zone = time_zone ?? defaultTimeZone
  const then = new Date(now.getTime() + limits.later.ms)
  const full = Math.ceil(minutesIn(zone, then) / hour) * hour
  const { from, to, morning } = limits.later
  return full >= from && full <= to
    ? nextAt(zone, full, new Date(then.getTime() - hour * 1000))
    : nextAt(zone, morning, then)
}

/** The morning of the reader's next day. */
export function tomorrow(time_zone: Zone, now: Date): Date {
  const zone = time_zone ?? defaultTimeZone
  return nextAt(zone, limits.later.morning, nextAt(zone, 0, now))
}

/** Reminds of an order at that moment, once: who was reminded already is not again. @returns whether it will */
export async function remind(ctx: Context, { user_id, listing_id }: Reminded, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into deliveries (user_id, kind, lane, dedupe_key, payload, request_id, next_at, created_at)
    values (${user_id}, ${kind}, 'transactional', ${keyOf({ user_id, listing_id })},
      ${JSON.stringify({ listing_id })}::jsonb, ${ctx.request_id}, ${at.toISOString()}, ${ctx.now().toISOString()})
    on conflict (dedupe_key) do update
      set state = 'pending', attempts = 0, error = null, next_at = excluded.next_at
      where deliveries.state in ('pending', 'failed')
  `.execute(ctx.db)
  return numAffectedRows === 1n
}

/** Nothing will be said about the order any more. */
export async function callOffReminder(db: Db, reminded: Reminded): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', error: 'called off' })
    .where('dedupe_key', '=', keyOf(reminded))
    .where('state', '=', 'pending')
    .execute()
}

/** When the reader will be reminded of an order, if they will; `isOver` when they were. */
export async function findReminder(
  db: Db,
  reminded: Reminded,
): Promise<{ at: string | undefined; isOver: boolean }> {
  const row = await db
    .selectFrom('deliveries')
    .select(['state', 'next_at'])
    .where('dedupe_key', '=', keyOf(reminded))
    .executeTakeFirst()
  const isOver = row !== undefined && row.state !== 'pending' && row.state !== 'failed'
  return { at: row?.state === 'pending' ? row.next_at : undefined, isOver }
}
