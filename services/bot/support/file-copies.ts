import type { Message } from 'grammy/types'
import { AppError } from '#contract/errors.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { attachmentOf, withAttachment } from '#services/bot/dialog/attached-file.ts'
import type { Context } from '#services/core/context.ts'
import { attachFiles } from '#services/files/actions.ts'
import { storeUpload } from '#services/files/upload.ts'

/**
 * Stores a copy of a photo or document of a support case for the staff's list. The file has already been
 * forwarded, so a refused copy is only logged.
 */
export async function storeCopy(
  app: Context,
  ctx: BotContext,
  message: Message,
  support_message_id: number,
): Promise<void> {
  const attachment = attachmentOf(message)
  if (!attachment || (await hasCopy(app, support_message_id))) return
  const actor = actorOf(app, ctx)
  try {
    await withAttachment(app, ctx, attachment, async (upload) => {
      const { id } = await storeUpload(actor, upload, 'attachment')
      await app.db
        .transaction()
        .execute((tx) => attachFiles(actor, tx, { file_ids: [id], support_message_id }))
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    app.log.info({ code: error.code, support_message_id }, 'no copy of a file for the support')
  }
}

async function hasCopy({ db }: Context, support_message_id: number): Promise<boolean> {
  const copy = await db
    .selectFrom('files')
    .select('id')
    .where('support_message_id', '=', support_message_id)
    .executeTakeFirst()
  return copy !== undefined
}
