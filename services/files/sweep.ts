import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'

/** Marks files as deleted that were not attached to anything within a day. */
async function markOrphans(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .updateTable('files')
    .set({ deleted_at: now.toISOString() })
    .where('attached_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - limits.files.unattachedMs).toISOString())
    .execute()
}

/** Marks the product's copies of files in support messages as deleted when they are old. */
async function markOldCopies(ctx: Context): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .updateTable('files')
    .set({ deleted_at: now.toISOString() })
    .where('support_message_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - limits.support.copiesMs).toISOString())
    .execute()
}

/**
 * Deletes the bytes and rows of files that are marked as deleted. The bytes are deleted first, so that after an error
 * the row still shows what is left to delete.
 * @returns number of deleted files, at most `batch`
 */
export async function sweepFiles(ctx: Context, batch: number): Promise<number> {
  await markOrphans(ctx)
  await markOldCopies(ctx)
  const files = await ctx.db
    .selectFrom('files')
    .select(['id', 'storage_key', 'thumbnail_key'])
    .where('deleted_at', 'is not', null)
    .orderBy('id')
    .limit(batch)
    .execute()
  for (const { id, storage_key, thumbnail_key } of files) {
    await ctx.storage.delete(storage_key)
    if (thumbnail_key) await ctx.storage.delete(thumbnail_key)
    await ctx.db.deleteFrom('files').where('id', '=', id).execute()
  }
  return files.length
}
