import { Composer, InlineKeyboard } from 'grammy'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import { openButton } from '#services/notifications/format.ts'
import type { BotContext } from './context.ts'

/** Answers what no feature has handled, so that every press and every private message gets an answer. */
export function fallback(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  const answer = async (ctx: BotContext, key: 'bot.fallback') => {
    const say = translate(ctx.person.ui_language)
    const button = openButton(app.config, say('bot.open'), { page: 'search-personal' }, true)
    await ctx.reply(say(key), { reply_markup: InlineKeyboard.from([[button]]) })
  }
  composer.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: translate(ctx.person.ui_language)('bot.fallback.button') })
  })
  // A card that the person shared into the chat with the bot itself needs no answer.
  personal.on('message', (ctx) => (ctx.msg.via_bot ? undefined : answer(ctx, 'bot.fallback')))
  return composer
}
