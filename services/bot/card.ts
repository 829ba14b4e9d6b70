import { GrammyError } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import { defaultLanguage } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { renderCard } from '#services/moderation/card.ts'
import type { View } from '#services/moderation/card-keyboard.ts'
import { findCard } from '#services/moderation/card-queries.ts'
import type { BotContext } from './context.ts'

/** The card is one for all who sit in the chat. */
const cardLanguage = defaultLanguage

export type CardMessage = { chat_id: number; message_id: number }

/** Draws the card of a review as it is now: in the given message, else in the one that was sent for it. */
export async function redrawCard(
  app: Context,
  ctx: BotContext,
  task_id: number,
  { place, view }: { place?: CardMessage; view?: View } = {},
): Promise<void> {
  let drawn: string | undefined
  // Another moderator may act while this edit is on its way to Telegram: it is repeated until it shows the last state.
  for (let tries = 0; tries < 3; tries++) {
    const card = await findCard(app.db, task_id)
    const { chat_id, message_id } = place ?? card ?? {}
    if (!card || !chat_id || !message_id) return
    const { text, keyboard } = renderCard(app, card, cardLanguage, view)
    if (text === drawn) return
    await draw(ctx, { chat_id, message_id }, text, keyboard ?? [])
    drawn = text
  }
}

async function draw(
  ctx: BotContext,
  { chat_id, message_id }: CardMessage,
  text: string,
  inline_keyboard: InlineKeyboardButton[][],
): Promise<void> {
  try {
    await ctx.api.editMessageText(chat_id, message_id, text, {
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      reply_markup: { inline_keyboard },
    })
  } catch (error) {
    // Telegram refuses an edit that changes nothing: another moderator's press has just drawn the same.
    if (!(error instanceof GrammyError) || !error.description.includes('message is not modified')) throw error
  }
}

/** Answers a press. When Telegram no longer waits for the answer, the press has had its effect all the same. */
export async function answerPress(
  app: Context,
  ctx: BotContext,
  answer: { text?: string; show_alert?: boolean },
): Promise<void> {
  try {
    await ctx.answerCallbackQuery(answer)
  } catch (error) {
    app.log.warn({ err: error }, 'a press was answered too late')
  }
}
