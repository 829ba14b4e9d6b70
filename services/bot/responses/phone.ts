import { Composer, InlineKeyboard, Keyboard } from 'grammy'
import { AppError } from '#contract/errors.ts'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { openButton } from '#services/notifications/format.ts'
import { claimWaitingDraft } from '#services/responses/submission/drafts.ts'
import { confirmPhone } from '#services/users/phone/actions.ts'
import { askNextStep } from './respond-questions.ts'

/**
 * Confirms the phone number that a person shares as their own contact, and resumes the response that waited for it.
 * Another person's contact proves nothing.
 */
export function phoneVerification(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  composer.chatType('private').on('message:contact', async (ctx) => {
    const { contact, forward_origin } = ctx.msg
    if (forward_origin) return askForPhone(ctx, 'bot.phone.forwarded')
    // Telegram itself sets the user id of a contact, so the sender cannot forge it.
    if (contact.user_id !== ctx.from.id) return askForPhone(ctx, 'bot.phone.foreign')
    const translate = translatorFor(ctx.person.ui_language)
    try {
      await confirmPhone(app, {
        user_id: ctx.person.id,
        phone_number: contact.phone_number,
        source: 'bot',
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'phone_taken') throw error
      await ctx.reply(translate('bot.phone.taken'), { reply_markup: { remove_keyboard: true } })
      return
    }
    const listing_id = await claimWaitingDraft(app, ctx.person.id)
    if (listing_id !== undefined) {
      await ctx.reply(translate('bot.respond.confirmed'), { reply_markup: { remove_keyboard: true } })
      await askNextStep(app, ctx, listing_id)
      return
    }
    const button = openButton(app.config, translate('bot.open'), { page: 'profile' }, true)
    await ctx.reply(translate('bot.phone.confirmed'), { reply_markup: InlineKeyboard.from([[button]]) })
  })
  return composer
}

/** Sends a text with the button by which a person shares their own phone number. */
export async function askForPhone(ctx: BotContext, text: string): Promise<void> {
  const translate = translatorFor(ctx.person.ui_language)
  const keyboard = new Keyboard().requestContact(translate('bot.phone.ask')).resized().oneTime()
  await ctx.reply(translate(text), { reply_markup: keyboard })
}
