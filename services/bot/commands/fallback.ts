import { Composer, InlineKeyboard } from 'grammy'
import { LRUCache } from 'lru-cache'
import type { BotContext } from '#services/bot/context.ts'
import { findExpiredPrompt } from '#services/bot/dialog/prompt-rows.ts'
import { receivedMessage } from '#services/bot/dialog/prompts.ts'
import { offerOrder } from '#services/bot/orders/order-from-text.ts'
import { supportButton } from '#services/bot/support/support.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { openButton } from '#services/notifications/format.ts'

/** Answers every button press and every private message that no feature has handled. */
export function fallback(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')
  // A sender regards an album as one message, so the bot answers an album once.
  const answeredAlbums = new LRUCache<string, true>({
    max: 10_000,
    ttl: 10 * 60_000,
    perf: { now: () => app.now().getTime() },
  })

  composer.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: translatorFor(ctx.person.ui_language)('bot.fallback.button') })
  })
  // A card that the person shared into the bot's own chat through inline mode needs no answer.
  personal.on('message', async (ctx) => {
    if (ctx.msg.via_bot) return
    const translate = translatorFor(ctx.person.ui_language)
    const expiredPrompt = await findExpiredPrompt(app, receivedMessage(ctx))
    if (expiredPrompt) {
      const reply_parameters = { message_id: expiredPrompt.message_id, allow_sending_without_reply: true }
      return ctx.reply(translate('bot.prompt.lapsed'), { reply_parameters })
    }
    if (await offerOrder(app, ctx)) return
    const album = ctx.msg.media_group_id && `${ctx.person.id}:${ctx.msg.media_group_id}`
    if (album && answeredAlbums.get(album)) return
    if (album) answeredAlbums.set(album, true)
    const openAppButton = openButton(app.config, translate('bot.open'), { page: 'search-personal' }, true)
    await ctx.reply(translate('bot.fallback'), {
      reply_parameters: { message_id: ctx.msg.message_id, allow_sending_without_reply: true },
      reply_markup: InlineKeyboard.from([[openAppButton], [supportButton(ctx, 'pass')]]),
    })
  })
  return composer
}
