import { AppError } from '#contract/errors.ts'
import { payableStates, waitingResponses } from '#contract/lifecycle.ts'
import { extend, pay } from '#contract/policies.ts'
import type { Db } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { findListingFacts } from '#services/listings/access.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'

/** Telegram's data about a payment with Stars. The data are the same before and after the payment. */
export type StarPayment = {
  invoice_payload: string
  currency: string
  total_amount: number
  telegram_id: number
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the invoice whose uuid is in Telegram's invoice payload, in any state. */
export async function findStarInvoice(db: Db, { invoice_payload }: Pick<StarPayment, 'invoice_payload'>) {
  if (!uuid.test(invoice_payload)) return undefined
  return db
    .selectFrom('payments as payment')
    .innerJoin('users as payer', 'payer.id', 'payment.payer_id')
    .select(['payment.id', 'payment.state', 'payment.amount', 'payment.currency', 'payment.expires_at'])
    .select(['payment.listing_id', 'payment.response_id', 'payment.payer_id', 'payer.telegram_id'])
    .where('payment.uuid', '=', invoice_payload)
    .where('payment.rail', '=', 'stars')
    .executeTakeFirst()
}

/**
 * Decides before the checkout whether Telegram may take the Stars.
 * @returns the reason to refuse, or null
 */
export async function checkStarPayment(
  ctx: Context,
  starPayment: StarPayment,
): Promise<'gone' | 'foreign' | null> {
  const payment = await findStarInvoice(ctx.db, starPayment)
  if (!payment) return 'gone'
  if (payment.telegram_id !== starPayment.telegram_id) return 'foreign'
  const isSame = payment.amount === starPayment.total_amount && payment.currency === starPayment.currency
  const isOpen = payment.state === 'created' && Date.parse(payment.expires_at) > ctx.now().getTime()
  if (!isSame || !isOpen) return 'gone'
  return (await isStillPayable(ctx.db, payment)) ? null : 'gone'
}

/** True if the listing or boost can still be paid for. */
async function isStillPayable(
  db: Db,
  {
    listing_id,
    response_id,
    payer_id,
  }: { listing_id: number | null; response_id: number | null; payer_id: number },
): Promise<boolean> {
  if (listing_id !== null) {
    const facts = await findListingFacts(db, listing_id, payer_id)
    return facts !== undefined && !(extend(facts) && pay(facts))
  }
  const response = await db
    .selectFrom('responses as response')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .select('response.id')
    .where('response.id', '=', response_id)
    .where('response.response_type', '=', 200)
    .where('response.status', 'in', waitingResponses)
    .where('listing.status', '=', 'published')
    .executeTakeFirst()
  return response !== undefined
}

export function isPayable(state: string): boolean {
  return (payableStates as readonly string[]).includes(state)
}

const timeoutSeconds = 5

/**
 * Gets a link to an invoice in Stars from Telegram and stores it.
 * @throws unavailable
 */
export async function linkInvoice(ctx: UserContext, payment_id: number, kind: PaymentKind): Promise<string> {
  const payment = await ctx.db
    .selectFrom('payments')
    .select(['uuid', 'amount', 'listing_id', 'response_id'])
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  const translate = translatorFor(ctx.language)
  const title = translate(`invoice.title.${kind}`)
  const description = translate(`invoice.description.${kind}`, {
    id: payment.listing_id ?? payment.response_id,
  })
  try {
    const api = telegramApi(ctx.config, timeoutSeconds)
    const prices = [{ label: title, amount: payment.amount }]
    const payment_url = await api.createInvoiceLink(title, description, payment.uuid, '', 'XTR', prices)
    await ctx.db.updateTable('payments').set({ payment_url }).where('id', '=', payment_id).execute()
    return payment_url
  } catch (error) {
    ctx.log.warn({ err: error, payment_id }, 'telegram gave no link for stars')
    throw new AppError('unavailable')
  }
}
