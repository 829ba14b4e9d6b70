import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { GrammyError } from 'grammy'
import type { Message } from 'grammy/types'
import type { Upload } from '#contract/calls/call.ts'
import { fileCalls } from '#contract/calls/files.ts'
import { AppError } from '#contract/errors.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { isStorageRefusal, withScratch } from '#services/files/scratch.ts'
import { storeUpload } from '#services/files/upload.ts'
import type { Media } from '#services/notifications/kinds.ts'

/** Rules of the app's uploads. Files that people send to the bot follow the same rules. */
const { upload: rules } = fileCalls['POST /api/files/upload']
const downloadTimeoutMs = 30_000

/** Returns the photo in its largest size, or the document of a message, as a file id that Telegram can resend. */
export function mediaOf({ photo, document }: Message): Media | undefined {
  const largest = photo?.at(-1)
  if (largest) return { type: 'photo', file_id: largest.file_id }
  return document && { type: 'document', file_id: document.file_id }
}

type TelegramFile = { file_id: string; file_size?: number; name: string }

/** Returns the photo in its largest size, or the document of a message, with a file name for the download. */
export function attachmentOf({ photo, document, date }: Message): TelegramFile | undefined {
  const largest = photo?.at(-1)
  if (largest) return { ...largest, name: `photo-${date}.jpg` }
  return document && { ...document, name: document.file_name ?? 'file' }
}

/**
 * Downloads a file from Telegram into a temporary folder and passes it to `use`. The folder is deleted
 * afterwards.
 * @throws too_large, unavailable if Telegram does not serve the file
 */
export async function withAttachment<T>(
  app: Context,
  ctx: BotContext,
  { file_id, file_size = 0, name }: TelegramFile,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (file_size > rules.bytes) throw new AppError(rules.too_large)
  return withScratch(async (folder) => {
    const file = path.join(folder, 'file')
    const bytes = await downloadFile(app, ctx, file_id, file).catch((error) => {
      if (error instanceof AppError || isStorageRefusal(error)) throw error
      if (error instanceof GrammyError && error.description.endsWith('file is too big'))
        throw new AppError(rules.too_large)
      // The URL contains the bot's token, so only the kind of the error is logged.
      app.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'telegram gives no file')
      throw new AppError('unavailable')
    })
    return use({ name, path: file, bytes, rules })
  })
}

async function downloadFile(
  { config }: Context,
  ctx: BotContext,
  file_id: string,
  path: string,
): Promise<number> {
  const { file_path } = await ctx.api.getFile(file_id)
  const signal = AbortSignal.timeout(downloadTimeoutMs)
  const address = `${config.BOT_API_ROOT.replace(/\/$/, '')}/file/bot${config.BOT_TOKEN}/${file_path}`
  const answer = await fetch(address, { signal, redirect: 'error' })
  if (!answer.ok || !answer.body) throw new Error(`answered ${answer.status}`)
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(answer.body, limitSize, output, { signal })
  return output.bytesWritten
}

async function* limitSize(source: AsyncIterable<Uint8Array>) {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > rules.bytes) throw new AppError(rules.too_large)
    yield chunk
  }
}

/**
 * Stores the photo or document of a message as an unattached file of its sender.
 * @returns the file's id in a list; an empty list if the message has no file
 */
export async function storeAttachment(app: Context, ctx: BotContext): Promise<number[]> {
  const attachment = ctx.msg && attachmentOf(ctx.msg)
  if (!attachment) return []
  const { id } = await withAttachment(app, ctx, attachment, (upload) =>
    storeUpload(actorOf(app, ctx), upload, 'attachment'),
  )
  return [id]
}
