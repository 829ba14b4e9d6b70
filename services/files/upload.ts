import { sql } from 'kysely'
import type { Upload } from '#contract/calls/call.ts'
import { AppError } from '#contract/errors.ts'
import { type FileFormat, isImage } from '#contract/file-formats.ts'
import { limits } from '#contract/limits.ts'
import type { FilePurpose } from '#db/tables.ts'
import type { UserContext } from '#services/request-context.ts'
import { countDeparted } from '#services/users/departure-mark.ts'
import { formatOf, mimeTypes } from './formats.ts'
import { type Picture, redraw, redrawAvatar } from './images.ts'
import { newKey, thumbnailOf } from './links.ts'
import { shownName } from './names.ts'
import type { FileRow } from './queries.ts'

const day = 24 * 60 * 60_000

async function checkUploadsToday(ctx: UserContext): Promise<void> {
  const since = new Date(ctx.now().getTime() - day).toISOString()
  const { sent } = await ctx.db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('owner_id', '=', ctx.viewer.id)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  const before = await countDeparted(ctx.db, ctx.viewer.id, 'uploads', since)
  if (sent + before >= limits.files.perDay)
    throw new AppError('too_many_files', { limit: limits.files.perDay })
}

type Ready = { path: string; bytes: number; thumbnail: string | null }

/** Pictures are drawn anew; documents stay as they are and are never opened here. */
async function prepare({ path, bytes }: Upload, format: FileFormat, purpose: FilePurpose): Promise<Ready> {
  if (!isImage(format)) return { path, bytes, thumbnail: null }
  const picture: Picture = await (purpose === 'avatar' ? redrawAvatar(path) : redraw(path, format))
  if (picture.bytes > limits.files.bytes) throw new AppError('too_large')
  return picture
}

/**
 * Checks what came by its content, stores it under a random key and remembers it as the caller's, attached to
 * nothing yet.
 * @throws the two refusals of the call, file_damaged, too_many_files
 */
export async function keepUpload(ctx: UserContext, upload: Upload, purpose: FilePurpose): Promise<FileRow> {
  await checkUploadsToday(ctx)
  const format = await formatOf(upload.path, upload.name)
  if (!format || !upload.rules.accept.includes(format)) throw new AppError(upload.rules.wrong_type)
  const { path, bytes, thumbnail } = await prepare(upload, format, purpose)
  const storage_key = newKey(purpose === 'avatar')
  const thumbnail_key = thumbnail && thumbnailOf(storage_key)
  // The row comes first: bytes without a row would never be swept.
  const row = await ctx.db
    .insertInto('files')
    .values({
      owner_id: ctx.viewer.id,
      purpose,
      storage_key,
      thumbnail_key,
      name: shownName(upload.name, format),
      file_format: format,
      mime_type: mimeTypes[format],
      bytes,
      created_at: ctx.now().toISOString(),
    })
    .returning(['id', 'storage_key', 'thumbnail_key', 'file_format', 'name', sql<number>`bytes`.as('size')])
    .executeTakeFirstOrThrow()
  await ctx.storage.keep(storage_key, path, mimeTypes[format])
  if (thumbnail && thumbnail_key) await ctx.storage.keep(thumbnail_key, thumbnail, mimeTypes.webp)
  return row
}
