import { Composer } from 'grammy'
import { actorOf, type BotContext } from '#services/bot/context.ts'
import { replaceButton } from '#services/bot/dialog/edit-message.ts'
import { catchRefusal } from '#services/bot/dialog/refusals.ts'
import type { Context } from '#services/core/context.ts'
import { errorText, translatorFor } from '#services/core/text/i18n.ts'
import { getReportedAuthor } from '#services/moderation/author/author.ts'
import { blockPerson, unblockPerson } from '#services/relations/blocks.ts'

/**
 * Handles two buttons below the answer to a complaint: one hides the reported author from the reporter, the other shows
 * the author again.
 */
export function hiding(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.chatType('private').callbackQuery(/^v1:(hide|show):([1-9]\d{0,14})$/, async (ctx) => {
    const isHiding = ctx.match[1] === 'hide'
    const report_id = Number(ctx.match[2])
    const language = ctx.person.ui_language
    const refusal = await catchRefusal(async () => {
      const author_id = await getReportedAuthor(app.db, report_id, ctx.person.id)
      await (isHiding ? blockPerson : unblockPerson)(actorOf(app, ctx), author_id)
    })
    const translate = translatorFor(language)
    const text = refusal
      ? errorText(language, refusal.code)
      : translate(isHiding ? 'bot.hidden' : 'bot.shown')
    await ctx.answerCallbackQuery({ text, show_alert: refusal !== undefined })
    if (refusal) return
    const label = translate(`message.button.${isHiding ? 'show' : 'hide'}_author`)
    const data = `v1:${isHiding ? 'show' : 'hide'}:${report_id}`
    await replaceButton(ctx, { text: label, callback_data: data })
  })
  return composer
}
