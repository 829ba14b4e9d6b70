import { text } from '#contract/calls/fields.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { attachmentOf, withAttachment } from '#services/bot/dialog/attached-file.ts'
import { isNewMessage, type NewMessage, sendMessage } from '#services/chat/actions.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { storeUpload } from '#services/files/upload.ts'

type ChatTarget = Pick<NewMessage, 'room_id' | 'reply_to'>

/**
 * Writes a message from a person's chat with the bot into a chat between two people, under the rules of that chat. The
 * message is a text, or a photo or document with a caption.
 * @returns text of the refusal; undefined on success
 */
export async function writeToChat(
  app: Context,
  ctx: BotContext,
  openChat: () => Promise<ChatTarget>,
): Promise<string | undefined> {
  const { ui_language } = ctx.person
  const translate = translatorFor(ui_language)
  const words = ctx.msg?.text ?? ctx.msg?.caption ?? ''
  const isFile = ctx.msg !== undefined && attachmentOf(ctx.msg) !== undefined
  if (!isFile && ctx.msg?.text === undefined) return translate('bot.reply.kinds')
  // A message with a file may have an empty caption, but a message without a file needs text.
  const content = text(isFile ? 0 : 1, limits.message.max).safeParse(words).data
  if (content === undefined) return translate('bot.reply.long')
  try {
    const telegram_message_id = ctx.msg?.message_id
    await sendWithFile(app, ctx, { ...(await openChat()), content, telegram_message_id })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refusal(ui_language, error)
  }
  return undefined
}

async function sendWithFile(app: Context, ctx: BotContext, message: NewMessage): Promise<void> {
  const actor = actorOf(app, ctx)
  const attachment = ctx.msg && attachmentOf(ctx.msg)
  if (!attachment) await sendMessage(actor, message)
  // Downloads the file only if the chat accepts the message and does not have it yet.
  else if (await isNewMessage(actor, message))
    await withAttachment(app, ctx, attachment, async (upload) => {
      const { id } = await storeUpload(actor, upload, 'attachment')
      await sendMessage(actor, { ...message, file_ids: [id] })
    })
}

function refusal(language: Language, { code }: AppError): string {
  const translate = translatorFor(language)
  if (code === 'too_large') return translate('bot.reply.large')
  if (code === 'unavailable') return translate('bot.reply.not_given')
  const refusedText = translate('bot.reply.refused', { reason: errorText(language, code) })
  return code === 'unsupported_type' ? `${refusedText} ${translate('bot.reply.kinds')}` : refusedText
}
