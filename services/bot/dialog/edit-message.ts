import { GrammyError } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import type { Outgoing, Recipient } from '#services/notifications/kinds.ts'

/** Returns the sender of an update as a recipient of messages in this chat. */
export function readerOf({ person, chat }: BotContext): Recipient {
  const chat_id = chat?.id ?? 0
  return { chat_id, language: person.ui_language, is_private: chat_id > 0, time_zone: person.time_zone }
}

/** Edits a message of the bot. If the message is unchanged or deleted, nothing happens. */
export async function editMessage(
  app: Context,
  ctx: BotContext,
  message_id: number,
  { text, keyboard = [] }: Pick<Outgoing, 'text' | 'keyboard'>,
): Promise<void> {
  try {
    await ctx.api.editMessageText(ctx.chat?.id ?? 0, message_id, text, {
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      reply_markup: { inline_keyboard: keyboard },
    })
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error
    app.log.info({ reason: error.description }, 'a message was not drawn anew')
  }
}

/**
 * Replaces the pressed button in the bot's message, or removes it if there is no replacement. All other buttons stay. If
 * the button was pressed twice, the second press changes nothing.
 */
export async function replaceButton(
  ctx: BotContext,
  replacement: InlineKeyboardButton | undefined,
): Promise<void> {
  const { message, data } = ctx.callbackQuery ?? {}
  const isPressed = (button: InlineKeyboardButton) =>
    'callback_data' in button && button.callback_data === data
  const inline_keyboard = message?.reply_markup?.inline_keyboard.map((row) =>
    row.flatMap((button) => (isPressed(button) ? (replacement ?? []) : button)),
  )
  if (!inline_keyboard) return
  try {
    await ctx.editMessageReplyMarkup({ reply_markup: { inline_keyboard } })
  } catch (error) {
    if (!(error instanceof GrammyError) || !error.description.includes('message is not modified')) throw error
  }
}
