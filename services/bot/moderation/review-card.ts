import { GrammyError } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { findCard } from '#services/moderation/card/queries.ts'
import { noteDrawn, renderCard } from '#services/moderation/card/review-card.ts'
import type { View } from '#services/moderation/card/stage.ts'
import { readChatLanguage } from '#services/moderation/queue/chat-language.ts'

export type CardMessage = { chat_id: number; message_id: number }

/** Draws the card of a review as it is now: in the given message, else in the one that was sent for it. */
export async function redrawCard(
  app: Context,
  ctx: BotContext,
  task_id: number,
  { place, view, page }: { place?: CardMessage; view?: View; page?: number } = {},
): Promise<void> {
  let drawn: string | undefined
  // Another moderator may act while this edit is on its way to Telegram: it is repeated until it shows the last state.
  for (let tries = 0; tries < 3; tries++) {
    const card = await findCard(app, task_id)
    const { chat_id, message_id } = place ?? card ?? {}
    if (!card || !chat_id || !message_id) return
    // The card is one for all who sit in the chat.
    const language = await readChatLanguage(app.db, chat_id)
    const { text, keyboard } = renderCard(app, card, language, view, page)
    if (text === drawn) return
    await draw(ctx, { chat_id, message_id }, text, keyboard ?? [])
    // Also below reasons and pages: what has not changed since must not be drawn over them.
    const shown = view ? renderCard(app, card, language).text : text
    if (message_id === card.message_id) await noteDrawn(app.db, task_id, { chat_id, message_id, text: shown })
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
    // In a group a refusal is a message that its reader alone sees and need not close.
    const isTold = answer.show_alert === true && (await tellAlone(app, ctx, answer.text ?? ''))
    await ctx.answerCallbackQuery(isTold ? {} : answer)
  } catch (error) {
    app.log.warn({ err: error }, 'a press was answered too late')
  }
}

/** Says something in a group to the one who pressed. @returns false where Telegram does not take it */
async function tellAlone(app: Context, ctx: BotContext, text: string): Promise<boolean> {
  const { callbackQuery: press, chat } = ctx
  if (!press || !chat || chat.type === 'private' || text === '') return false
  try {
    await ctx.api.sendMessage(chat.id, text, {
      ephemeral_message_parameters: { receiver_user_id: press.from.id, callback_query_id: press.id },
    })
    return true
  } catch (error) {
    app.log.info({ reason: String(error) }, 'a refusal is told by an alert')
    return false
  }
}
