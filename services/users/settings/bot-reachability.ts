import { type SqlBool, sql } from 'kysely'
import type { Context } from '#services/core/context.ts'

/**
 * Number and time of an update; the time is Telegram's, in Unix seconds. Updates of the same second are ordered by
 * number.
 */
export type UpdateMoment = { date: number; update_id: number }

/**
 * Stores whether the bot may write to a user, as an update shows: the user wrote to the bot, blocked it or unblocked
 * it. Updates may arrive in any order, and the newest update counts.
 */
export async function setBotReachable(
  ctx: Context,
  telegram_id: number,
  isReachable: boolean,
  { date, update_id }: UpdateMoment,
): Promise<void> {
  const reach_told_at = new Date(date * 1000).toISOString()
  await ctx.db
    .updateTable('users')
    .set({ ...reachability(ctx, isReachable), reach_told_at, reach_update_id: update_id })
    .where('telegram_id', '=', telegram_id)
    .where(
      sql<SqlBool>`(reach_told_at is null
        or (reach_told_at, reach_update_id) < (${reach_told_at}::timestamptz, ${update_id}::bigint))`,
    )
    .execute()
}

/**
 * Stores that a person has blocked the bot, because Telegram refused a message. A later update may show that the person
 * has unblocked it.
 */
export async function markBotBlocked(ctx: Context, telegram_id: number): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set(reachability(ctx, false))
    .where('telegram_id', '=', telegram_id)
    .where((eb) => eb.or([eb('can_write', '=', true), eb('notify_blocked_at', 'is', null)]))
    .execute()
}

function reachability(ctx: Context, isReachable: boolean) {
  return { can_write: isReachable, notify_blocked_at: isReachable ? null : ctx.now().toISOString() }
}
