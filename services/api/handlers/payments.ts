import type { Handlers } from '#contract/calls/call.ts'
import { Money } from '#contract/calls/fields.ts'
import type { paymentCalls } from '#contract/calls/payments.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { GuestContext, UserContext } from '#services/core/request-context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { countPostsLeft } from '#services/lifecycle/publication/create.ts'
import { money } from '#services/notifications/price.ts'
import { appLink } from '#services/payments/invoices/app-link.ts'
import { isFree } from '#services/payments/invoices/credits.ts'
import { invoice } from '#services/payments/invoices/invoices.ts'
import { chooseRail } from '#services/payments/invoices/payment-methods.ts'
import { readOutcome } from '#services/payments/invoices/payment-status.ts'
import { findTariff, listPeriods, type Tariff } from '#services/payments/money/tariffs.ts'
import { verifySuccess } from '#services/payments/robokassa/payment.ts'
import { makeInquiryDue } from '#services/payments/verification/inquiries.ts'
import { reportPayment } from '#services/payments/verification/result-calls.ts'

type Ids = { project_id?: number; vacancy_id?: number; response_id?: number }

/** Returns the id of the paid item. The request must name exactly one id, of the kind given in `payment_type`. */
function itemOf(payment_type: 'project' | 'vacancy' | 'response', ids: Ids): number {
  const id = ids[`${payment_type}_id`]
  const sentIds = [ids.project_id, ids.vacancy_id, ids.response_id].filter((value) => value !== undefined)
  if (id === undefined || sentIds.length !== 1)
    throw new AppError('invalid_input', { fields: [{ path: `${payment_type}_id` }] })
  return id
}

/**
 * Returns the URL to which a browser is redirected after a payment. Only a signed invoice number leads back to the paid
 * item, and makes us ask the provider at once. Without a valid signature the URL reveals nothing about the number.
 */
async function redirectAfterPayment(ctx: GuestContext): Promise<string> {
  const checked = verifySuccess(ctx.robokassa, ctx.providerParams)
  if (checked.refusal !== null) return appLink(ctx, ctx.db, undefined)
  await makeInquiryDue(ctx, checked.inv_id)
  return appLink(ctx, ctx.db, checked.inv_id)
}

/**
 * Returns the URL to which a browser is redirected after a cancelled payment. The provider does not sign this redirect,
 * so the URL opens the status page of the caller's own latest payment.
 */
function redirectAfterCancel({ config }: GuestContext): string {
  return botLink(config, { page: 'payment' }, config.TELEGRAM_LINK_ORIGIN)
}

export const paymentHandlers: Handlers<typeof paymentCalls, GuestContext, UserContext> = {
  'POST /pay/generate-payment-robokassa': (ctx, { body }) => {
    const amount = body.amount === undefined || body.amount === '' ? undefined : Money.parse(body.amount)
    const item_id = itemOf(body.payment_type, body)
    const rail = chooseRail(ctx.config, body.platform)
    return invoice(ctx, { payment_type: body.payment_type, item_id, amount, rail })
  },
  'POST /pay/check': (ctx, { body: { project_id, vacancy_id, response_id } }) =>
    readOutcome(ctx, { listing_id: project_id ?? vacancy_id, response_id }),
  'GET /pay/publication-status/:userId': async (ctx, { query }) => {
    const { payment_type, category_id = null, placement_period: period_days } = query
    const product = { kind: payment_type, category_id, period_days }
    const tariff = await findTariff(ctx.db, product, ctx.now())
    if (!tariff) throw new AppError('invalid_input', { fields: [{ path: 'placement_period' }] })
    const isOffered = ({ id, amount }: Pick<Tariff, 'id' | 'amount'>) =>
      isFree(ctx, ctx.viewer.id, { kind: payment_type, tariff_id: id, price: amount })
    const is_free = await isOffered(tariff)
    const periods: { days: number; price: number }[] = []
    for (const period of await listPeriods(ctx.db, product, ctx.now()))
      periods.push({ days: period.days, price: (await isOffered(period)) ? 0 : period.amount / 100 })
    const t = translatorFor(ctx.language)
    const origin = `${ctx.config.TELEGRAM_LINK_ORIGIN}/${ctx.config.BOT_USERNAME}?start=`
    return {
      button_text: is_free
        ? t('invoice.button.free')
        : t('invoice.button', { price: money(ctx.language, tariff.amount, 'RUB') }),
      price: is_free ? 0 : tariff.amount / 100,
      currency: 'RUB',
      is_free,
      periods,
      posts_today: { left: await countPostsLeft(ctx, ctx.db), most: limits.postsPerDay },
      // Old clients replace the literal `{ID}` in these links by the id of the listing.
      deep_links: {
        project_template: `${origin}pay_project_{ID}`,
        vacancy_template: `${origin}pay_vacancy_{ID}`,
      },
    }
  },
  'GET /pay/robokassa/result': (ctx) => reportPayment(ctx, ctx.providerParams),
  'POST /pay/robokassa/result': (ctx) => reportPayment(ctx, ctx.providerParams),
  'GET /pay/robokassa/success': redirectAfterPayment,
  'POST /pay/robokassa/success': redirectAfterPayment,
  'GET /pay/robokassa/fail': redirectAfterCancel,
  'POST /pay/robokassa/fail': redirectAfterCancel,
}
