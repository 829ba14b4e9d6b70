import { Composer, InlineKeyboard } from 'grammy'
import type { LinkPage } from '#contract/deep-links.ts'
import type { BotContext } from '#services/bot/context.ts'
import { withOperator } from '#services/bot/support/support.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { openButton } from '#services/notifications/format.ts'

/** Commands that the bot answers with information, each with the mini-app page that the button of the answer opens. */
const pages = { help: 'search-personal', terms: 'faq', privacy: 'profile' } as const satisfies Record<
  string,
  LinkPage
>

export function info(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  for (const command of ['help', 'terms', 'privacy'] as const)
    composer.chatType('private').command(command, async (ctx) => {
      const translate = translatorFor(ctx.person.ui_language)
      const button = openButton(app.config, translate(`bot.open.${command}`), { page: pages[command] }, true)
      const text = translate(`bot.${command}`, { bot: app.config.BOT_USERNAME })
      await ctx.reply(command === 'help' ? text : withOperator(app.config, translate, text), {
        parse_mode: 'HTML',
        reply_markup: InlineKeyboard.from([[button]]),
      })
    })
  return composer
}
