import { Composer, type Filter, GrammyError } from 'grammy'
import { type Language, languageOf } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { withTimeout } from '#services/core/servers/in-time.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { receiveStars, recordReturnedStars } from '#services/payments/stars/star-receipts.ts'
import { checkStarPayment } from '#services/payments/stars/stars.ts'
import { findUser } from '#services/users/account/accounts.ts'

type PreCheckoutContext = Filter<BotContext, 'pre_checkout_query'>
type CheckoutVerdict = {
  refusal: Awaited<ReturnType<typeof checkStarPayment>> | 'trouble'
  language: Language
}

/**
 * Telegram waits ten seconds for the approval of a payment. The check may take four seconds. Then there are two tries
 * to answer, of two seconds each.
 */
const checkMs = 4000
const answerMs = 2000

/**
 * Handles payments with Telegram Stars. This middleware runs before all others for two reasons: Telegram waits only ten
 * seconds for the approval, and a payment counts even if the payer has been blocked in the meantime.
 */
export function stars(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.on('pre_checkout_query', async (ctx) => {
    const { refusal, language } = await checkInTime(app, ctx)
    if (refusal === null) return answerCheckout(ctx, true)
    await answerCheckout(ctx, false, { error_message: translatorFor(language)(`bot.stars.${refusal}`) })
  })

  composer.on('message:successful_payment', async (ctx) => {
    const { invoice_payload, currency, total_amount, telegram_payment_charge_id } = ctx.msg.successful_payment
    const charge = telegram_payment_charge_id
    const payment = { invoice_payload, currency, total_amount, charge, telegram_id: ctx.from.id }
    if (await receiveStars(app, payment)) return
    app.log.error({ charge }, 'stars for no invoice of ours go back')
    await ctx.api.refundStarPayment(ctx.from.id, charge)
  })

  composer.on('message:refunded_payment', (ctx) =>
    recordReturnedStars(app, ctx.msg.refunded_payment.telegram_payment_charge_id),
  )
  return composer
}

/**
 * Checks whether a payment may go on. If the check fails or times out, the payment is refused, so that the payer is not
 * left without an answer while Postgres hangs.
 */
async function checkInTime(app: Context, ctx: PreCheckoutContext): Promise<CheckoutVerdict> {
  return withTimeout(checkMs, check(app, ctx)).catch((error) => {
    app.log.error({ err: error }, 'an invoice could not be checked')
    return { refusal: 'trouble', language: languageOf(ctx.from.language_code) }
  })
}

async function check(app: Context, { from, preCheckoutQuery }: PreCheckoutContext): Promise<CheckoutVerdict> {
  const { invoice_payload, currency, total_amount } = preCheckoutQuery
  const checkout = { invoice_payload, currency, total_amount, telegram_id: from.id }
  const refusal = await checkStarPayment(app, checkout)
  const person = refusal === null ? undefined : await findUser(app.db, from.id)
  return { refusal, language: person?.ui_language ?? languageOf(from.language_code) }
}

/**
 * Answers Telegram, and retries once after a network error. If the first answer already reached Telegram, the second
 * answer has no effect.
 */
async function answerCheckout(
  ctx: PreCheckoutContext,
  ...args: Parameters<typeof ctx.answerPreCheckoutQuery>
): Promise<void> {
  const [ok, other] = args
  const send = () => ctx.answerPreCheckoutQuery(ok, other, AbortSignal.timeout(answerMs) as never)
  await send().catch((error) => {
    if (error instanceof GrammyError) throw error
    return send()
  })
}
