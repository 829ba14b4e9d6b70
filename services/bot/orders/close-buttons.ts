import { Composer } from 'grammy'
import type { ListingKind } from '#contract/lifecycle.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import { replaceButton } from '#services/bot/dialog/replace-button.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translate } from '#services/core/text/i18n.ts'
import { closeListing, reopenListing } from '#services/lifecycle/publication/close.ts'
import { closingButton, closingPress } from '#services/listings/messages/closing-button.ts'

/**
 * The button that closes a listing from the reminder of its placement's end, and the button that reopens it.
 */
export function closing(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(closingPress, async (ctx) => {
    const isClosing = ctx.match[1] === 'close'
    const id = Number(ctx.match[2])
    const language = ctx.person.ui_language
    let kind: ListingKind = 'order'
    const refusal = await catchRefusal(async () => {
      kind = await (isClosing ? closeListing : reopenListing)(actorOf(app, ctx), id)
    })
    const text = refusal
      ? errorText(language, refusal.code)
      : translate(language)(`${isClosing ? 'bot.closed' : 'bot.reopened'}.${kind}`)
    await ctx.answerCallbackQuery({ text, show_alert: refusal !== undefined })
    if (!refusal) await replaceButton(ctx, closingButton(language, isClosing ? 'reopen' : 'close', id))
  })
  return composer
}
