import { type SqlBool, sql } from 'kysely'
import type { Context } from '#services/core/context.ts'

/** An update and the moment that Telegram gives it, in seconds; those of one second are told apart by number. */
export type ReachNews = { date: number; update_id: number }

/**
 * Notes what an update says of whether the bot reaches a person: they wrote to it, blocked it, came back. Messages
 * stop at a block and go on when the person is back. Updates may come in any order; the newest one counts.
 */
export async function noteReach(
  ctx: Context,
  telegram_id: number,
  isReached: boolean,
  { date, update_id }: ReachNews,
): Promise<void> {
  const reach_told_at = new Date(date * 1000).toISOString()
  await ctx.db
    .updateTable('users')
    .set({ ...reachOf(ctx, isReached), reach_told_at, reach_update_id: update_id })
    .where('telegram_id', '=', telegram_id)
    .where(
      sql<SqlBool>`(reach_told_at is null
        or (reach_told_at, reach_update_id) < (${reach_told_at}::timestamptz, ${update_id}::bigint))`,
    )
    .execute()
}

/** Telegram refused a message: it is so whatever updates are still on their way, and the next of them decides. */
export async function noteRefusal(ctx: Context, telegram_id: number): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set(reachOf(ctx, false))
    .where('telegram_id', '=', telegram_id)
    .where((eb) => eb.or([eb('can_write', '=', true), eb('notify_blocked_at', 'is', null)]))
    .execute()
}

function reachOf(ctx: Context, isReached: boolean) {
  return { can_write: isReached, notify_blocked_at: isReached ? null : ctx.now().toISOString() }
}
