import { Context as GrammyContext } from 'grammy'
import type { InlineKeyboardButton, Message } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'

type MessageContext = BotContext & { msg: Message }

/** Answers a message with buttons that pass it on. The answer is a reply, so that a press knows the message. */
export async function offerTargets(
  ctx: MessageContext,
  text: string,
  inline_keyboard: InlineKeyboardButton[][],
): Promise<void> {
  await ctx.reply(text, {
    reply_parameters: { message_id: ctx.msg.message_id, allow_sending_without_reply: true },
    reply_markup: { inline_keyboard },
  })
}

/**
 * Returns a context for the message to which the pressed message replies, as if it had just arrived.
 * @returns undefined if the message was deleted, or if it belongs to an album: only one part of it is known here
 */
export function contextOfRepliedMessage(ctx: BotContext): MessageContext | undefined {
  const pressedMessage = ctx.callbackQuery?.message
  const message = pressedMessage && 'date' in pressedMessage ? pressedMessage.reply_to_message : undefined
  if (!message || message.media_group_id || message.from?.id !== ctx.from?.id) return undefined
  const update = { update_id: ctx.update.update_id, message: { ...message, reply_to_message: undefined } }
  const { person, groups } = ctx
  const created = new GrammyContext(update as ConstructorParameters<typeof GrammyContext>[0], ctx.api, ctx.me)
  return Object.assign(created, { person, groups }) as MessageContext
}

/** Removes the pressed offer from the chat, or at least its buttons. */
export async function removePressed({ log }: Context, ctx: BotContext): Promise<void> {
  await ctx
    .deleteMessage()
    .catch(() => ctx.editMessageReplyMarkup())
    .catch((error) => log.info({ reason: String(error) }, 'the offer stays'))
}
