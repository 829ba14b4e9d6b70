import { Composer, InlineKeyboard } from 'grammy'
import { knownLanguage, languages } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { introduceTo } from '#services/notifications/telegram/introduction.ts'
import { setLanguage } from '#services/users/settings/language.ts'

/** `/language`: chooses the language of messages, commands and the menu button. */
export function language(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')

  personal.command('language', async (ctx) => {
    const translate = translatorFor(ctx.person.ui_language)
    const buttons = languages.map((code) =>
      InlineKeyboard.text(translate(`bot.language.${code}`), `v1:language:${code}`),
    )
    await ctx.reply(translate('bot.language'), { reply_markup: InlineKeyboard.from([buttons]) })
  })

  personal.callbackQuery(/^v1:language:(\w+)$/, async (ctx, next) => {
    const chosenLanguage = knownLanguage(ctx.match[1])
    if (!chosenLanguage) return next()
    await setLanguage(app, ctx.person.id, chosenLanguage)
    const text = translatorFor(chosenLanguage)('bot.language.saved')
    await ctx.answerCallbackQuery({ text })
    await ctx.editMessageText(text)
    await introduceTo(app, ctx.api, ctx.chat.id, chosenLanguage)
  })
  return composer
}
