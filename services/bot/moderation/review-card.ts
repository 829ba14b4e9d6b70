import { GrammyError } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { findCard } from '#services/moderation/card/queries.ts'
import { noteDrawn, renderCard } from '#services/moderation/card/review-card.ts'
import type { View } from '#services/moderation/card/stage.ts'
import { readChatLanguage } from '#services/moderation/queue/chat-language.ts'

export type CardMessage = { chat_id: number; message_id: number }

/** Redraws a review card in the given message; without one, in the message in which the card was originally sent. */
export async function redrawCard(
  app: Context,
  ctx: BotContext,
  task_id: number,
  { message, view, page }: { message?: CardMessage; view?: View; page?: number } = {},
): Promise<void> {
  let lastText: string | undefined
  // Another moderator may act on the task while Telegram handles this edit of the review card. The edit is repeated
  // until the card shows the latest state.
  for (let tries = 0; tries < 3; tries++) {
    const card = await findCard(app, task_id)
    const { chat_id, message_id } = message ?? card ?? {}
    if (!card || !chat_id || !message_id) return
    // A review card has one language for everybody in the moderators' chat.
    const language = await readChatLanguage(app.db, chat_id)
    const { text, keyboard } = renderCard(app, card, language, view, page)
    if (text === lastText) return
    await editCard(ctx, { chat_id, message_id }, text, keyboard ?? [])
    // The hash of the card's main view is stored even while the moderator sees a submenu, so that the workers redraw
    // the card only after the main view has changed.
    const cardText = view ? renderCard(app, card, language).text : text
    if (message_id === card.message_id)
      await noteDrawn(app.db, task_id, { chat_id, message_id, text: cardText })
    lastText = text
  }
}

async function editCard(
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
    // Telegram refuses an edit that changes nothing. The press of another moderator has already drawn the same text.
    if (!(error instanceof GrammyError) || !error.description.includes('message is not modified')) throw error
  }
}

/**
 * Answers a button press. If the answer comes too late for Telegram, the act itself has taken effect, so the error is
 * only logged.
 */
export async function answerPress(
  app: Context,
  ctx: BotContext,
  answer: { text?: string; show_alert?: boolean },
): Promise<void> {
  try {
    // In a group a refusal is sent as an ephemeral message. Only the person who pressed sees it, and nobody has to
    // close it.
    const isShown = answer.show_alert === true && (await sendEphemeral(app, ctx, answer.text ?? ''))
    await ctx.answerCallbackQuery(isShown ? {} : answer)
  } catch (error) {
    app.log.warn({ err: error }, 'a press was answered too late')
  }
}

/**
 * Sends a message in a group that only the person who pressed the button sees.
 * @returns false if Telegram refuses
 */
async function sendEphemeral(app: Context, ctx: BotContext, text: string): Promise<boolean> {
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
