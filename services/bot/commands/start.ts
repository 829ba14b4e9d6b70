import { Composer, InlineKeyboard } from 'grammy'
import { type DeepLink, parseStartParam } from '#contract/deep-links.ts'
import { defaultLanguage } from '#contract/languages.ts'
import { nextStatus } from '#contract/lifecycle.ts'
import { cleanName } from '#contract/names.ts'
import type { BotContext } from '#services/bot/context.ts'
import { askForPhone } from '#services/bot/responses/phone.ts'
import { countChannelVisit } from '#services/channels/visits.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { findOwnListing } from '#services/listings/access.ts'
import { openButton } from '#services/notifications/format.ts'
import { introduceTo } from '#services/notifications/telegram/introduction.ts'
import { isNeutral } from '#services/users/profile/neutral-name.ts'

/**
 * Screen to which a `/start` link leads: suffix of the text key `bot.start.<about>`, and the mini-app page that the
 * button opens.
 */
type StartPage = { about: string; link: DeepLink; title?: string }

/**
 * `/start`, with or without a deep link: the bot greets the person and shows a button that opens the linked page. Every
 * deep link that was ever shared still works.
 */
export function start(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.chatType('private').command('start', async (ctx, next) => {
    if (ctx.match === 'support') return next()
    if (ctx.match === 'verify') return askForPhone(ctx, 'bot.phone.prompt')
    await countChannelVisit(app, ctx.match, ctx.person.id)
    const { about, link, title } = await readStartPage(app, ctx)
    const { ui_language } = ctx.person
    const translate = translatorFor(ui_language)
    const suffix = about && `.${about}`
    const { full_name } = ctx.person
    const greeting = translate(`bot.start${suffix}`, {
      title,
      name: cleanName(ctx.from.first_name) || full_name,
    })
    const nameNote = isNeutral(full_name) ? `\n\n${translate('bot.start.neutral', { name: full_name })}` : ''
    await ctx.reply(greeting + nameNote, {
      reply_markup: InlineKeyboard.from([
        [openButton(app.config, translate(`bot.open${suffix}`), link, true)],
      ]),
    })
    // The bot's global menu button has the default language. A person with another language gets a menu button of their
    // own.
    if (ui_language !== defaultLanguage) await introduceTo(app, ctx.api, ctx.chat.id, ui_language)
  })
  return composer
}

async function readStartPage(app: Context, ctx: BotContext): Promise<StartPage> {
  const payload = String(ctx.match ?? '')
  const [, kind, id] = /^pay_(project|vacancy)_([1-9]\d{0,14})$/.exec(payload) ?? []
  if (kind)
    return readPaymentPage(app, ctx, { page: kind === 'project' ? 'order' : 'vacancy', id: Number(id) })
  const link = parseStartParam(payload)
  return { about: link.id === undefined ? '' : link.page, link }
}

/** Handles payment links of old clients. Such a link opens the page of the listing that is to be paid for. */
async function readPaymentPage(app: Context, { person }: BotContext, link: DeepLink): Promise<StartPage> {
  const listing = await findOwnListing(app.db, person.id, link.id ?? 0)
  if (!listing || listing.kind !== link.page) return { about: link.page, link }
  const { status, title } = listing
  if (nextStatus(status, 'invoice') || status === 'awaiting_payment') return { about: 'pay', link, title }
  if (nextStatus(status, 'renew')) return { about: 'renew', link, title }
  if (status === 'published') return { about: 'renew', link: { ...link, section: 'extend' }, title }
  return { about: link.page, link }
}
