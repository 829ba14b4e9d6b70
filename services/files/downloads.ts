import type { Download } from '#contract/calls/files.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { FilePurpose } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { isKey, isPublic, isThumbnail, originalOf } from '#services/core/file-urls.ts'
import { mimeTypes } from './formats.ts'
import { saveAs } from './names.ts'
import { findStored } from './queries.ts'

/** Whatever a file holds, a browser saves it and runs nothing of it. */
const harmless = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
}

/** Works may be taken back, so only the reader's own browser keeps them, and for an hour. */
function caching(key: string, purpose: FilePurpose): string {
  if (purpose === 'work') return 'private, max-age=3600'
  return isPublic(key)
    ? 'public, max-age=31536000, immutable'
    : `private, max-age=${limits.files.linkMs / 1000}`
}

/**
 * A file by its address.
 * @throws not_found alike for an unknown key, a wrong signature and one that is over
 */
export async function download(
  ctx: Context,
  key: string,
  given: { expires?: string; signature?: string },
): Promise<Download> {
  if (!isKey(key) || !(isPublic(key) || ctx.links.isSigned(key, given, ctx.now())))
    throw new AppError('not_found')
  const file = await findStored(ctx.db, originalOf(key))
  const body = file && (await ctx.storage.read(key))
  if (!file || !body) throw new AppError('not_found')
  return {
    body,
    headers: {
      ...harmless,
      'content-type': isThumbnail(key) ? mimeTypes.webp : file.mime_type,
      'content-disposition': saveAs(file.name),
      'cache-control': caching(key, file.purpose),
    },
  }
}
