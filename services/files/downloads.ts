import type { Download } from '#contract/calls/files.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { FilePurpose } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import type { GuestContext } from '#services/core/request-context.ts'
import { isKey, isPublic, isThumbnail, originalOf } from '#services/core/servers/file-urls.ts'
import { mimeTypes } from './formats.ts'
import { saveAs } from './names.ts'
import { findStored } from './queries.ts'

/** Headers that make browsers save a downloaded file and keep them from running anything in it. */
const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
}

/**
 * Returns the header `cache-control` of a file. `no-transform` keeps proxies from compressing the file, which would
 * lose its length and byte ranges. A person can remove a work from the profile, so only the reader's browser caches it,
 * for an hour.
 */
function cacheControl(key: string, purpose: FilePurpose): string {
  if (purpose === 'work') return 'private, max-age=3600, no-transform'
  return isPublic(key)
    ? 'public, max-age=31536000, immutable, no-transform'
    : `private, max-age=${limits.files.linkMs / 1000}, no-transform`
}

type Signature = { expires?: string; signature?: string }

/**
 * Checks that a file may be downloaded with this URL.
 * @throws not_found, without telling whether the key is unknown, the signature is wrong or the URL has expired
 */
async function findReadable(ctx: Context, key: string, signature: Signature) {
  if (!isKey(key) || !(isPublic(key) || ctx.links.isSigned(key, signature, ctx.now())))
    throw new AppError('not_found')
  const file = await findStored(ctx.db, originalOf(key))
  if (!file) throw new AppError('not_found')
  return file
}

/**
 * Finds the file at a URL that this server made. Anybody with the URL may read the file.
 * @throws not_found
 */
export async function findByAddress(ctx: Context, address: string) {
  const base = `${ctx.config.APP_ORIGIN}/files/`
  if (!address.startsWith(base)) throw new AppError('not_found')
  const [key = '', query] = address.slice(base.length).split('?', 2)
  return findReadable(ctx, key, Object.fromEntries(new URLSearchParams(query)))
}

/**
 * Downloads a file or a byte range of it. Telegram clients ask for the size before they offer to save a file, and
 * resume after a lost connection.
 * @throws not_found, without telling whether the key is unknown, the signature is wrong or the URL has expired
 */
export async function download(ctx: GuestContext, key: string, signature: Signature): Promise<Download> {
  const file = await findReadable(ctx, key, signature)
  const answer = await ctx.storage.answer(key, ctx.fileRequest)
  if (!answer) throw new AppError('not_found')
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...safeHeaders,
      'content-type': isThumbnail(key) ? mimeTypes.webp : file.mime_type,
      'content-disposition': saveAs(file.name),
      'cache-control': cacheControl(key, file.purpose),
    },
  }
}
