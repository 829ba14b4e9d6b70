import { Composer, InlineKeyboard } from 'grammy'
import { type DeepLink, parseStartParam } from '#contract/deep-links.ts'
import type { Context } from '#services/context.ts'
import { openButton } from '#services/notifications/buttons.ts'
import { words } from '#services/words.ts'
import type { BotContext } from './context.ts'
import { askForPhone } from './verify.ts'

/** `/start` with any link that was ever shared: a greeting and the button that opens the page. */
export function start(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.chatType('private').command('start', async (ctx) => {
    if (ctx.match === 'verify') return askForPhone(ctx, 'bot.phone.prompt')
    const link = readLink(ctx.match)
    const say = words(ctx.person.ui_language)
    const page = link.id === undefined ? '' : `.${link.page}`
    await ctx.reply(say(`bot.start${page}`), {
      reply_markup: InlineKeyboard.from([[openButton(app.config, say(`bot.open${page}`), link, true)]]),
    })
  })
  return composer
}

/** Besides the links of the mini-app: the payment links of old clients, which open what is to be paid. */
function readLink(payload: string): DeepLink {
  const [, kind, id] = /^pay_(project|vacancy)_([1-9]\d{0,14})$/.exec(payload) ?? []
  if (kind) return { page: kind === 'project' ? 'order' : 'vacancy', id: Number(id) }
  return parseStartParam(payload)
}
