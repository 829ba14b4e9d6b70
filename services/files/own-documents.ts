import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { newKey } from '#services/core/servers/file-urls.ts'
import { mimeTypes } from './formats.ts'
import type { FileRow } from './queries.ts'
import { isStorageRefusal } from './scratch.ts'

const hourMs = 60 * 60_000

/** @throws too_many_saves above the limit of documents per hour */
async function checkHourlyLimit(ctx: ActorContext, tx: Db): Promise<void> {
  const since = new Date(ctx.now().getTime() - hourMs).toISOString()
  const { made } = await tx
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('made'))
    .where('owner_id', '=', ctx.viewer.id)
    .where('purpose', '=', 'document')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  if (Number(made) >= limits.files.savesPerHour) throw new AppError('too_many_saves')
}

const mimeTypeOf = { json: 'application/json', pdf: mimeTypes.pdf }

/** A generated file: JSON as text, or a PDF as bytes. */
type Document = { name: string; format: keyof typeof mimeTypeOf; content: string | Uint8Array }

/** Returns data as a JSON document that a person can read. */
export const toJsonDocument = (name: string, data: unknown): Document => ({
  name,
  format: 'json',
  content: JSON.stringify(data, null, 2),
})

/**
 * Stores a generated document as a file of the caller, because Telegram clients can save only files that have a URL. The file
 * is attached to nothing, so it is deleted after a day.
 * @throws too_many_saves, storage_full
 */
export async function storeDocument(
  ctx: ActorContext,
  { name, format, content }: Document,
): Promise<FileRow> {
  const mime_type = mimeTypeOf[format]
  const storage_key = newKey(false)
  const row = await ctx.db.transaction().execute(async (tx) => {
    // This lock on the person's row makes simultaneous calls run one after another, so that each counts the documents
    // of the calls before it.
    await tx.selectFrom('users').select('id').where('id', '=', ctx.viewer.id).forNoKeyUpdate().execute()
    await checkHourlyLimit(ctx, tx)
    return tx
      .insertInto('files')
      .values({
        owner_id: ctx.viewer.id,
        purpose: 'document',
        storage_key,
        name,
        file_format: format,
        mime_type,
        bytes: Buffer.byteLength(content),
        created_at: ctx.now().toISOString(),
      })
      .returning(['id', 'storage_key', 'thumbnail_key', 'file_format', 'name', sql<number>`bytes`.as('size')])
      .executeTakeFirstOrThrow()
  })
  try {
    await ctx.storage.write(storage_key, content, mime_type)
  } catch (error) {
    await ctx.db.deleteFrom('files').where('id', '=', row.id).execute()
    throw isStorageRefusal(error) ? new AppError('storage_full') : error
  }
  return row
}
