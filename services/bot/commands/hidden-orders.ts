import { Composer } from 'grammy'
import type { Language } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import { editMessage, readerIn } from '#services/bot/dialog/edit-message.ts'
import { answerPress } from '#services/bot/moderation/review-card.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/text/i18n.ts'
import { listMarks, markWords, takeBackMark } from '#services/notifications/not-for-me.ts'

/** A part of `/settings`: what somebody said does not suit them, and how to take it back. */
export function unwanted(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  // Below an order it comes as a message of its own, because the order stays.
  personal.callbackQuery('v1:unwanted:open', async (ctx) => {
    await answerPress(app, ctx, {})
    const { text, keyboard } = await viewOf(app, ctx)
    await ctx.reply(text, { parse_mode: 'HTML', reply_markup: { inline_keyboard: keyboard } })
  })

  personal.callbackQuery(/^v1:unwanted(?::([1-9]\d{0,14}))?$/, async (ctx) => {
    const [, listing_id] = ctx.match
    if (listing_id) await takeBackMark(app.db, ctx.person.id, Number(listing_id))
    const say = translate(ctx.person.ui_language)
    const message_id = ctx.callbackQuery.message?.message_id
    if (message_id) await editMessage(app, ctx, message_id, await viewOf(app, ctx))
    await answerPress(app, ctx, listing_id ? { text: say('bot.settings.saved') } : {})
  })
  return composer
}

async function viewOf(app: Context, ctx: BotContext) {
  const reader = readerIn(ctx)
  const say = translate(reader.language)
  const marks = await listMarks(app, ctx.person.id)
  return {
    text: say(marks.length > 0 ? 'bot.unwanted' : 'bot.unwanted.none'),
    keyboard: [
      ...marks.map((mark) => [
        {
          text: `✕ ${say(`bot.unwanted.${mark.reason}`, { ...markWords(reader, mark), count: mark.days ?? 0 })}`,
          callback_data: `v1:unwanted:${mark.listing_id}`,
        },
      ]),
      [{ text: say('bot.settings.back'), callback_data: 'v1:settings' }],
    ],
  }
}

/** The line of the menu that leads here, where there is something to take back. */
export async function unwantedLine(app: Context, user_id: number, language: Language) {
  const count = (await listMarks(app, user_id)).length
  return count === 0
    ? []
    : [[{ text: translate(language)('bot.settings.unwanted', { count }), callback_data: 'v1:unwanted' }]]
}
