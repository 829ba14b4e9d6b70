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
import { isDiskFull, withScratch } from '#services/files/scratch.ts'
import { keepUpload } from '#services/files/upload.ts'
import type { Media } from '#services/notifications/kinds.ts'

/** What a person sent to the bot goes by the rules of what is uploaded in the app. */
const { upload: rules } = fileCalls['POST /api/files/upload']
const patienceMs = 30_000

/** The photo, in its largest size, or the document of a message, as Telegram sends it on. */
export function mediaOf({ photo, document }: Message): Media | undefined {
  const largest = photo?.at(-1)
  if (largest) return { type: 'photo', file_id: largest.file_id }
  return document && { type: 'document', file_id: document.file_id }
}

type Attached = { file_id: string; file_size?: number; name: string }

/** The photo, in its largest size, or the document of a message. */
export function attachedTo({ photo, document, date }: Message): Attached | undefined {
  const largest = photo?.at(-1)
  if (largest) return { ...largest, name: `photo-${date}.jpg` }
  return document && { ...document, name: document.file_name ?? 'file' }
}

/**
 * Takes a file from Telegram and hands it to `use`; afterwards its bytes are gone unless they were kept.
 * @throws too_large, unavailable when Telegram does not give it
 */
export async function withAttached<T>(
  app: Context,
  ctx: BotContext,
  { file_id, file_size = 0, name }: Attached,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (file_size > rules.bytes) throw new AppError(rules.too_large)
  return withScratch(async (folder) => {
    const file = path.join(folder, 'file')
    const bytes = await take(app, ctx, file_id, file).catch((error) => {
      if (error instanceof AppError || isDiskFull(error)) throw error
      if (error instanceof GrammyError && error.description.endsWith('file is too big'))
        throw new AppError(rules.too_large)
      // The address holds the token of the bot, so only the kind of the failure is written down.
      app.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'telegram gives no file')
      throw new AppError('unavailable')
    })
    return use({ name, path: file, bytes, rules })
  })
}

async function take({ config }: Context, ctx: BotContext, file_id: string, to: string): Promise<number> {
  const { file_path } = await ctx.api.getFile(file_id)
  const signal = AbortSignal.timeout(patienceMs)
  const address = `${config.BOT_API_ROOT.replace(/\/$/, '')}/file/bot${config.BOT_TOKEN}/${file_path}`
  const answer = await fetch(address, { signal, redirect: 'error' })
  if (!answer.ok || !answer.body) throw new Error(`answered ${answer.status}`)
  const written = createWriteStream(to, { flags: 'wx', mode: 0o600 })
  await pipeline(answer.body, bounded, written, { signal })
  return written.bytesWritten
}

async function* bounded(source: AsyncIterable<Uint8Array>) {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > rules.bytes) throw new AppError(rules.too_large)
    yield chunk
  }
}

/** Keeps the photo or document of this message as a waiting file of its sender. @returns its id, if there is one */
export async function keepAttached(app: Context, ctx: BotContext): Promise<number[]> {
  const attached = ctx.msg && attachedTo(ctx.msg)
  if (!attached) return []
  const { id } = await withAttached(app, ctx, attached, (upload) =>
    keepUpload(actorOf(app, ctx), upload, 'attachment'),
  )
  return [id]
}
