import type { Context } from '#services/core/context.ts'

/** Work that the backup process repeats. The workers alert the operators when it is late. */
export type BackupWork = 'base' | 'log' | 'drill'

export async function noteDone(ctx: Context, work: BackupWork, detail: object): Promise<void> {
  const row = { done_at: ctx.now().toISOString(), detail: JSON.stringify(detail) }
  await ctx.db
    .insertInto('backup_marks')
    .values({ work, ...row })
    .onConflict((conflict) => conflict.column('work').doUpdateSet(row))
    .execute()
}

/** Returns the time at which a kind of backup work was last done; undefined if it was never done. */
export async function lastDone(ctx: Context, work: BackupWork): Promise<Date | undefined> {
  const row = await ctx.db
    .selectFrom('backup_marks')
    .select('done_at')
    .where('work', '=', work)
    .executeTakeFirst()
  return row && new Date(row.done_at)
}
