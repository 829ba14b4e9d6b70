import { Composer, type Filter, GrammyError } from 'grammy'
import { type Language, languageOf } from '#contract/languages.ts'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { withTimeout } from '#services/core/servers/in-time.ts'
import { translate } from '#services/core/text/i18n.ts'
import { receiveStars, recordReturnedStars } from '#services/payments/stars/star-receipts.ts'
import { checkStarPayment } from '#services/payments/stars/stars.ts'
import { findUser } from '#services/users/account/accounts.ts'

type Asked = Filter<BotContext, 'pre_checkout_query'>
type Verdict = { refusal: Awaited<ReturnType<typeof checkStarPayment>> | 'trouble'; language: Language }

/** Shares of the ten seconds that Telegram waits: for the check, and for each of two tries to answer. */
const checkMs = 4000
const answerMs = 2000

/**
 * Payments with Stars. They stand before everything else: Telegram waits ten seconds for our consent, and what
 * was paid counts also when the payer has been blocked meanwhile.
 */
export function stars(app: Context): Composer<BotContext> {
  const composer = new Composer<BotContext>()

  composer.on('pre_checkout_query', async (ctx) => {
    const { refusal, language } = await withoutWaiting(app, ctx)
    if (refusal === null) return answer(ctx, true)
    await answer(ctx, false, { error_message: translate(language)(`bot.stars.${refusal}`) })
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
    recordReturnedStars(app, ctx.msg.refunded_payment.telegram_payment_charge_id),
  )
  return composer
}

/** Refuses when the check fails or lasts too long: a Postgres that hangs must not cost the payer an unanswered question. */
async function withoutWaiting(app: Context, ctx: Asked): Promise<Verdict> {
  return withTimeout(checkMs, check(app, ctx)).catch((error) => {
    app.log.error({ err: error }, 'an invoice could not be checked')
    return { refusal: 'trouble', language: languageOf(ctx.from.language_code) }
  })
}

async function check(app: Context, { from, preCheckoutQuery }: Asked): Promise<Verdict> {
  const { invoice_payload, currency, total_amount } = preCheckoutQuery
  const asked = { invoice_payload, currency, total_amount, telegram_id: from.id }
  const refusal = await checkStarPayment(app, asked)
  const person = refusal === null ? undefined : await findUser(app.db, from.id)
  return { refusal, language: person?.ui_language ?? languageOf(from.language_code) }
}

/** An answer that was lost with its connection is given once more, which changes nothing where it had arrived. */
async function answer(ctx: Asked, ...said: Parameters<typeof ctx.answerPreCheckoutQuery>): Promise<void> {
  const [ok, other] = said
  const tell = () => ctx.answerPreCheckoutQuery(ok, other, AbortSignal.timeout(answerMs) as never)
  await tell().catch((error) => {
    if (error instanceof GrammyError) throw error
    return tell()
  })
}
