import type { Update } from 'grammy/types'
import type { Context } from '#services/context.ts'

/** @returns false when the update was told before */
export async function storeUpdate(ctx: Context, update: Update): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('telegram_updates')
    .values({
      update_id: update.update_id,
      payload: JSON.stringify(update),
      received_at: ctx.now().toISOString(),
    })
    .onConflict((conflict) => conflict.column('update_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Notes how an update ended; what was said in it, a phone number perhaps, is then forgotten. */
export async function settleUpdate(ctx: Context, update_id: number, error: string | null): Promise<void> {
  await ctx.db
    .updateTable('telegram_updates')
    .set((eb) => ({
      done_at: ctx.now().toISOString(),
      payload: '{}',
      error,
      attempts: eb('attempts', '+', 1),
    }))
    .where('update_id', '=', update_id)
    .execute()
}

/** Updates that a process took and did not live to finish, in their order. */
export async function leftUpdates(ctx: Context, older_than_ms: number): Promise<Update[]> {
  const rows = await ctx.db
    .selectFrom('telegram_updates')
    .select('payload')
    .where('done_at', 'is', null)
    .where('received_at', '<', new Date(ctx.now().getTime() - older_than_ms).toISOString())
    .orderBy('update_id')
    .limit(100)
    .execute()
  return rows.map(({ payload }) => payload as unknown as Update)
}
