import { Composer } from 'grammy'
import type { Language } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import { editMessage, readerOf } from '#services/bot/dialog/edit-message.ts'
import { answerPress } from '#services/bot/moderation/review-card.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { hiddenTextParameters, listHidden, unhideOrder } from '#services/listings/audience/hidden-listings.ts'

/** The part of `/settings` that lists the orders a person has hidden. Each order has a button that shows it again. */
export function hiddenListings(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  // The list of hidden orders is sent as a new message, because the bot's message about the order must stay.
  personal.callbackQuery('v1:unwanted:open', async (ctx) => {
    await answerPress(app, ctx, {})
    const { text, keyboard } = await hiddenListingsView(app, ctx)
    await ctx.reply(text, { parse_mode: 'HTML', reply_markup: { inline_keyboard: keyboard } })
  })

  personal.callbackQuery(/^v1:unwanted(?::([1-9]\d{0,14}))?$/, async (ctx) => {
    const [, listing_id] = ctx.match
    if (listing_id) await unhideOrder(app.db, ctx.person.id, Number(listing_id))
    const translate = translatorFor(ctx.person.ui_language)
    const message_id = ctx.callbackQuery.message?.message_id
    if (message_id) await editMessage(app, ctx, message_id, await hiddenListingsView(app, ctx))
    await answerPress(app, ctx, listing_id ? { text: translate('bot.settings.saved') } : {})
  })
  return composer
}

async function hiddenListingsView(app: Context, ctx: BotContext) {
  const reader = readerOf(ctx)
  const translate = translatorFor(reader.language)
  const hidden = await listHidden(app, ctx.person.id)
  return {
    text: translate(hidden.length > 0 ? 'bot.unwanted' : 'bot.unwanted.none'),
    keyboard: [
      ...hidden.map((mark) => [
        {
          text: `✕ ${translate(`bot.unwanted.${mark.reason}`, { ...hiddenTextParameters(reader, mark), count: mark.days ?? 0 })}`,
          callback_data: `v1:unwanted:${mark.listing_id}`,
        },
      ]),
      [{ text: translate('bot.settings.back'), callback_data: 'v1:settings' }],
    ],
  }
}

/**
 * Returns the line of the `/settings` menu that opens the list of hidden orders; empty if the person has hidden no
 * order.
 */
export async function hiddenListingsLine(app: Context, user_id: number, language: Language) {
  const count = (await listHidden(app, user_id)).length
  return count === 0
    ? []
    : [[{ text: translatorFor(language)('bot.settings.unwanted', { count }), callback_data: 'v1:unwanted' }]]
}
