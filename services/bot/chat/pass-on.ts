import { Composer } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import { limits } from '#contract/limits.ts'
import type { BotContext } from '#services/bot/context.ts'
import { contextOfRepliedMessage, removePressed } from '#services/bot/dialog/replied-message.ts'
import { maxButtonTitle } from '#services/bot/dialog/waiting-questions.ts'
import { listPartners } from '#services/chat/partners.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { shorten } from '#services/notifications/format.ts'
import { askForChatMessage, passToPartner } from './prompt.ts'

const recentChats = ({ now }: Context) => new Date(now().getTime() - limits.prompt.chatMs)

/** One button for each person to whom a message that answers nothing may be meant. */
export async function partnerButtons(
  app: Context,
  { person }: BotContext,
): Promise<InlineKeyboardButton[][]> {
  const translate = translatorFor(person.ui_language)
  const partners = await listPartners(app.db, person.id, recentChats(app))
  return partners.map(({ listing_id, title, is_client }) => {
    const text = translate(`bot.pass.${is_client ? 'client' : 'executor'}`, {
      title: shorten(title, maxButtonTitle),
    })
    return [{ text, callback_data: `v1:pass:${listing_id}` }]
  })
}

/** Handles the press that passes the message above it on to the other side of a listing. */
export function passOn(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.chatType('private').callbackQuery(/^v1:pass:([1-9]\d{0,14})$/, async (ctx) => {
    const { person } = ctx
    const [partner] = await listPartners(app.db, person.id, recentChats(app), Number(ctx.match[1]))
    if (!partner) {
      const text = translatorFor(person.ui_language)('bot.fallback.button')
      await ctx.answerCallbackQuery({ text, show_alert: true })
      return
    }
    const { listing_id, kind, other_id, name } = partner
    const passed = contextOfRepliedMessage(ctx)
    await ctx.answerCallbackQuery()
    if (!passed) return askForChatMessage(app, ctx, { listing_id, kind, other_id, full_name: name })
    await removePressed(app, ctx)
    await passToPartner(app, passed, { subject_id: listing_id, details: { kind, other_id, name } })
  })
  return composer
}
