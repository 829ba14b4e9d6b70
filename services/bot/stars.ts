import { Composer } from 'grammy'
import { languageOf } from '#contract/languages.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import { noteReturnedStars, receiveStars } from '#services/payments/star-receipts.ts'
import { refuseStars } from '#services/payments/stars.ts'
import { findUser } from '#services/users/accounts.ts'
import type { BotContext } from './context.ts'

/**
 * Payments with Stars. They stand before everything else: Telegram waits ten seconds for our consent, and what
 * was paid counts also when the payer has been blocked meanwhile.
 */
export function stars(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.on('pre_checkout_query', async (ctx) => {
    const { from, invoice_payload, currency, total_amount } = ctx.preCheckoutQuery
    const asked = { invoice_payload, currency, total_amount, telegram_id: from.id }
    const refusal = await refuseStars(app, asked).catch((error) => {
      app.log.error({ err: error }, 'an invoice could not be checked')
      return 'trouble' as const
    })
    if (refusal === null) return ctx.answerPreCheckoutQuery(true)
    const person = await findUser(app.db, from.id).catch(() => undefined)
    const say = translate(person?.ui_language ?? languageOf(from.language_code))
    await ctx.answerPreCheckoutQuery(false, { error_message: say(`bot.stars.${refusal}`) })
  })

  composer.on('message:successful_payment', async (ctx) => {
    const { invoice_payload, currency, total_amount, telegram_payment_charge_id } = ctx.msg.successful_payment
    const charge = telegram_payment_charge_id
    const paid = { invoice_payload, currency, total_amount, charge, telegram_id: ctx.from.id }
    if (await receiveStars(app, paid)) return
    app.log.error({ charge }, 'stars for no invoice of ours go back')
    await ctx.api.refundStarPayment(ctx.from.id, charge)
  })

  composer.on('message:refunded_payment', (ctx) =>
    noteReturnedStars(app, ctx.msg.refunded_payment.telegram_payment_charge_id),
  )
  return composer
}
