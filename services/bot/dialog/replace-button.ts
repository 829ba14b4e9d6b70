import type { InlineKeyboardButton } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'

/** Replaces the pressed button. All others stay. */
export async function replaceButton(ctx: BotContext, other: InlineKeyboardButton): Promise<void> {
  const { message, data } = ctx.callbackQuery ?? {}
  const isPressed = (button: InlineKeyboardButton) =>
    'callback_data' in button && button.callback_data === data
  const inline_keyboard = message?.reply_markup?.inline_keyboard.map((row) =>
    row.map((button) => (isPressed(button) ? other : button)),
  )
  if (inline_keyboard) await ctx.editMessageReplyMarkup({ reply_markup: { inline_keyboard } })
}
