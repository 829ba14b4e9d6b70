import type { Context } from '#services/context.ts'

/**
 * Notes whether the bot reaches a person: they wrote to it, or blocked it. Messages stop at a block and go on
 * when the person is back.
 */
export async function noteReach(ctx: Context, telegram_id: number, isReached: boolean): Promise<void> {
  const now = ctx.now().toISOString()
  await ctx.db
    .updateTable('users')
    .set({ can_write: isReached, notify_blocked_at: isReached ? null : now, updated_at: now })
    .where('telegram_id', '=', telegram_id)
    .where((eb) =>
      isReached
        ? eb.or([eb('can_write', '=', false), eb('notify_blocked_at', 'is not', null)])
        : eb.or([eb('can_write', '=', true), eb('notify_blocked_at', 'is', null)]),
    )
    .execute()
}
