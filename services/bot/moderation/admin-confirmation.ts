import { Composer } from 'grammy'
import { confirm as confirmAct, decline } from '#services/admin/confirmations/actions.ts'
import { renderConfirmation } from '#services/admin/confirmations/messages.ts'
import { findConfirmation } from '#services/admin/confirmations/queries.ts'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { answerPress } from './review-card.ts'

/** Handles the confirm and decline buttons below an admin's confirmation question, in the admin's private chat. */
export function confirm(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(/^v1:(confirm|decline):([1-9]\d{0,14})$/, async (ctx) => {
    const [, verb, number] = ctx.match
    const id = Number(number)
    const actor = actorOf(app, ctx)
    const isMeant = verb === 'confirm'
    const refusal = await catchRefusal(() => (isMeant ? confirmAct(actor, id) : decline(actor, id)))
    const language = ctx.person.ui_language
    const text = refusal
      ? errorText(language, refusal.code)
      : translatorFor(language)(`bot.confirm.end.${isMeant ? 'done' : 'declined'}`)
    await answerPress(app, ctx, { text, show_alert: refusal !== undefined })
    // Only the admin who was asked may cause the confirmation question to be redrawn.
    if (!(await findConfirmation(app.db, id, ctx.person.id))) return
    const now = await renderConfirmation(app, id, language)
    if (!now || now.is_open) return
    await ctx.editMessageText(now.text, { parse_mode: 'HTML' }).catch((error) =>
      // Telegram refuses this edit after a double press or in a cleared chat. The alert above has already answered the
      // person.
      app.log.info({ reason: String(error) }, 'the question was not drawn anew'),
    )
  })
  return composer
}
