import { sql } from 'kysely'
import type { Upload } from '#contract/calls/call.ts'
import { AppError } from '#contract/errors.ts'
import { type FileFormat, isImage } from '#contract/file-formats.ts'
import { limits } from '#contract/limits.ts'
import type { Db } from '#db/index.ts'
import type { FilePurpose } from '#db/tables.ts'
import { countDeparted } from '#services/core/records/departure-mark.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { newKey, thumbnailOf } from '#services/core/servers/file-urls.ts'
import { formatOf, mimeTypes } from './formats.ts'
import { encodeAvatar, type Picture, reencode } from './images.ts'
import { displayName } from './names.ts'
import type { FileRow } from './queries.ts'

/** Purposes of pictures that anybody with the URL may see. */
const publicPurposes: FilePurpose[] = ['avatar', 'work']
const dayMs = 24 * 60 * 60_000

/**
 * Checks the person's daily limit of uploads, which counts deleted files too. The limit is lower without a confirmed
 * phone number, because accounts without one are easy to create.
 * @throws too_many_files
 */
async function checkUploadsToday(ctx: ActorContext, db: Db, bytes: number): Promise<void> {
  const since = new Date(ctx.now().getTime() - dayMs).toISOString()
  const today = await db
    .selectFrom('users as owner')
    .leftJoin('files as file', (join) =>
      join
        .onRef('file.owner_id', '=', 'owner.id')
        .on('file.purpose', '<>', 'document')
        .on('file.created_at', '>', since),
    )
    .select((eb) => ['owner.is_verified', eb.fn.count<number>('file.id').as('count')])
    .select(sql<number>`coalesce(sum(file.bytes), 0)::float8`.as('bytes'))
    .where('owner.id', '=', ctx.viewer.id)
    .groupBy('owner.id')
    .executeTakeFirstOrThrow()
  const departedCount = await countDeparted(db, ctx.viewer.id, 'uploads', since)
  const limit = today.is_verified ? limits.files.perDay : limits.files.perDayUnconfirmed
  if (today.count + departedCount >= limit.count || today.bytes + bytes > limit.bytes)
    throw new AppError('too_many_files', { limit: limit.count, bytes: limit.bytes })
}

type PreparedFile =
  | Picture
  | { path: string; bytes: number; thumbnail: null; width: null; height: null; colour: null }

/** Prepares an upload for storage. Pictures are re-encoded; documents stay unchanged and are never opened. */
async function prepareFile(
  { path, bytes }: Upload,
  format: FileFormat,
  purpose: FilePurpose,
): Promise<PreparedFile> {
  if (!isImage(format)) return { path, bytes, thumbnail: null, width: null, height: null, colour: null }
  const picture: Picture = await (purpose === 'avatar' ? encodeAvatar(path) : reencode(path, format))
  if (picture.bytes > limits.files.bytes) throw new AppError('too_large')
  return picture
}

/** Deletes a partly stored upload. If the deletion fails too, `sweepFiles` finds the file later by its row. */
async function removePartial(ctx: ActorContext, { id, storage_key, thumbnail_key }: FileRow): Promise<void> {
  await ctx.storage.delete(storage_key)
  if (thumbnail_key) await ctx.storage.delete(thumbnail_key)
  await ctx.db.deleteFrom('files').where('id', '=', id).execute()
}

/**
 * Checks an upload by its content and stores it as a file of the caller that is attached to nothing yet. The storage
 * key is random.
 * @throws the error `upload.rules.wrong_type` for a wrong type; too_large, file_damaged, too_many_files
 */
export async function storeUpload(ctx: ActorContext, upload: Upload, purpose: FilePurpose): Promise<FileRow> {
  await checkUploadsToday(ctx, ctx.db, upload.bytes)
  const format = await formatOf(upload.path, upload.name)
  if (!format || !upload.rules.accept.includes(format)) throw new AppError(upload.rules.wrong_type)
  const { path, bytes, thumbnail, ...appearance } = await prepareFile(upload, format, purpose)
  const storage_key = newKey(publicPurposes.includes(purpose))
  const thumbnail_key = thumbnail && thumbnailOf(storage_key)
  // The row is inserted before the bytes are stored, because `sweepFiles` finds abandoned bytes only by their row.
  const row = await ctx.db.transaction().execute(async (tx) => {
    // This lock on the person's row makes simultaneous calls run one after another, so that each counts the uploads of
    // the calls before it.
    await tx.selectFrom('users').select('id').where('id', '=', ctx.viewer.id).forNoKeyUpdate().execute()
    await checkUploadsToday(ctx, tx, bytes)
    return tx
      .insertInto('files')
      .values({
        owner_id: ctx.viewer.id,
        purpose,
        storage_key,
        thumbnail_key,
        name: displayName(upload.name, format),
        file_format: format,
        mime_type: mimeTypes[format],
        bytes,
        ...appearance,
        created_at: ctx.now().toISOString(),
      })
      .returning(['id', 'storage_key', 'thumbnail_key', 'file_format', 'name', sql<number>`bytes`.as('size')])
      .executeTakeFirstOrThrow()
  })
  try {
    await ctx.storage.store(storage_key, path, mimeTypes[format])
    if (thumbnail && thumbnail_key) await ctx.storage.store(thumbnail_key, thumbnail, mimeTypes.webp)
  } catch (error) {
    await removePartial(ctx, row).catch((reason) =>
      ctx.log.warn({ err: reason }, 'the sweep takes an upload back'),
    )
    throw error
  }
  return row
}
