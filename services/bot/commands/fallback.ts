import { Composer } from 'grammy'
import { partnerButtons } from '#services/bot/chat/pass-on.ts'
import type { BotContext } from '#services/bot/context.ts'
import { createAlbumFilter } from '#services/bot/dialog/albums.ts'
import { offerTargets } from '#services/bot/dialog/replied-message.ts'
import { noneButton } from '#services/bot/dialog/waiting-questions.ts'
import { offerOrder } from '#services/bot/orders/order-from-text.ts'
import { supportButton } from '#services/bot/support/support.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'

/**
 * Answers every button press and every private message that no feature has handled. Such a message goes nowhere unless
 * its sender presses a button.
 */
export function fallback(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const personal = composer.chatType('private')
  const needsAnswer = createAlbumFilter(app)

  composer.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: translatorFor(ctx.person.ui_language)('bot.fallback.button') })
  })
  // A card that the person shared into the bot's own chat through inline mode needs no answer.
  personal.on('message', async (ctx) => {
    if (ctx.msg.via_bot || !needsAnswer(ctx)) return
    const rows = [
      ...(await partnerButtons(app, ctx)),
      [supportButton(ctx, 'pass'), noneButton(ctx, 'no_need')],
    ]
    if (await offerOrder(app, ctx, rows)) return
    await offerTargets(ctx, translatorFor(ctx.person.ui_language)('bot.fallback'), rows)
  })
  return composer
}
