import type { z } from 'zod'
import type { Invoice } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { findTariff } from '#services/payments/money/tariffs.ts'
import { paymentLink } from '#services/payments/robokassa/payment.ts'
import { linkInvoice } from '#services/payments/stars/stars.ts'
import { shopFieldsOf } from '#services/payments/verification/match-operation.ts'
import { lockFreePayment, payWithCredit } from './credits.ts'
import { type Rail, toStars } from './payment-methods.ts'
import { type PricedPurchase, type PurchaseRequest, pricePurchase } from './pricing.ts'

export type InvoiceReply = z.output<typeof Invoice>
const open = ['created', 'pending'] as const

/**
 * Finds the open invoice for the same purchase. If the invoice is too old or no longer fits the purchase, it is expired
 * here.
 */
async function findOpen(ctx: UserContext, tx: Tx, { subject, product }: PricedPurchase, rail: Rail) {
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'state', 'rail', 'amount', 'currency', 'payment_url', 'expires_at'])
    .select(['tariff_id', 'created_at'])
    .where((eb) => eb.and(subject))
    .where('state', 'in', open)
    .forUpdate()
    .executeTakeFirst()
  if (!payment) return undefined
  // While a reported payment is being confirmed, its invoice stays open. With a second invoice the person could pay
  // twice.
  const isOver = Date.parse(payment.expires_at) <= ctx.now().getTime()
  if (payment.state === 'pending') return payment
  // The invoice is replaced if the listing falls under another tariff than at the time of the invoice, for example in a
  // new category. A price change of the same tariff does not replace it.
  const tariffAtInvoice = await findTariff(tx, product, new Date(payment.created_at))
  const isSame =
    payment.rail === rail && (payment.tariff_id === null || tariffAtInvoice?.id === payment.tariff_id)
  if (isSame && !isOver) return payment
  const reason = isOver ? 'the link is over' : 'paid another way'
  // The link of an expired invoice can still be paid, so inquiries about its payment continue.
  await movePayment(ctx, tx, payment, 'expired', reason)
  return undefined
}

async function insertInvoice(ctx: UserContext, tx: Tx, request: PurchaseRequest, priced: PricedPurchase) {
  const now = ctx.now()
  const expires_at = new Date(now.getTime() + limits.invoice.ms)
  const payment = await tx
    .insertInto('payments')
    .values({
      ...priced.subject,
      kind: request.payment_type,
      payer_id: ctx.viewer.id,
      tariff_id: priced.tariff_id,
      rail: request.rail,
      ...(request.rail === 'stars'
        ? { amount: toStars(ctx.config, priced.amount), currency: 'XTR' }
        : { amount: priced.amount, is_test: ctx.robokassa.is_test, signs_uuid: true }),
      expires_at: expires_at.toISOString(),
      next_check_at: new Date(now.getTime() + 60_000).toISOString(),
      created_at: now.toISOString(),
    })
    .returning(['id', 'state', 'rail', 'amount', 'currency', 'expires_at'])
    .returning(['kind', 'listing_id', 'response_id', 'uuid', 'signs_uuid'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_events')
    .values({
      payment_id: payment.id,
      to_state: 'created',
      reason: 'the author asked',
      created_at: now.toISOString(),
    })
    .execute()
  // Telegram makes the link of an invoice in Stars. It is requested after the commit.
  if (request.rail === 'stars') return { ...payment, payment_url: null }
  const payment_url = paymentLink(ctx.robokassa, {
    inv_id: payment.id,
    amount_kopecks: payment.amount,
    description: translatorFor(ctx.language)(`invoice.description.${request.payment_type}`, {
      id: request.item_id,
      title: priced.title,
    }),
    // The name of the service is always in Russian, because the receipt is a document for the Russian tax service.
    sold: translatorFor('ru')(`invoice.description.${request.payment_type}`, {
      id: request.item_id,
      title: priced.title,
    }),
    language: ctx.language,
    expires_at,
    shp: shopFieldsOf(payment),
  })
  await tx.updateTable('payments').set({ payment_url }).where('id', '=', payment.id).execute()
  return { ...payment, payment_url }
}

/**
 * Returns the payment that is being confirmed, else a payment by credit, else the open invoice. If there is none of
 * them, creates an invoice.
 */
async function findOrCreate(ctx: UserContext, tx: Tx, request: PurchaseRequest, priced: PricedPurchase) {
  const { payment_type: kind, amount } = request
  const { subject, tariff_id, amount: price } = priced
  const waitingInvoice = await findOpen(ctx, tx, priced, request.rail)
  const purchase = { kind, tariff_id, price }
  const free =
    waitingInvoice?.state === 'pending' ? undefined : await lockFreePayment(ctx, tx, ctx.viewer.id, purchase)
  if (free) {
    if (waitingInvoice) await movePayment(ctx, tx, waitingInvoice, 'expired', free.reason)
    return payWithCredit(ctx, tx, { free, kind, subject, tariff_id, price, amount })
  }
  const payment = waitingInvoice ?? (await insertInvoice(ctx, tx, request, priced))
  // Clients show the price in roubles, even if the person pays in Stars.
  const shownPrice = payment.rail === 'stars' ? price : payment.amount
  if (amount !== undefined && amount !== shownPrice)
    throw new AppError('amount_mismatch', { expected: shownPrice / 100 })
  return payment
}

/**
 * Returns the invoice for a listing or boost, inside the caller's transaction. Repeated calls return the same open
 * invoice. The server sets the price. If the client showed another price, the call fails before anybody pays. If the
 * person has an unspent credit, it pays at once and the state is `paid`.
 * @throws not_found, not_owner, already_paid, wrong_state, boost_not_offered, slots_taken, amount_mismatch
 */
export async function invoiceIn(ctx: UserContext, tx: Tx, request: PurchaseRequest): Promise<InvoiceReply> {
  const priced = await pricePurchase(ctx, tx, request)
  const payment = await findOrCreate(ctx, tx, request, priced)
  const payment_url = payment.payment_url ?? ''
  return {
    payment_url,
    url: payment_url,
    invoice_id: payment.id,
    amount: payment.currency === 'XTR' ? payment.amount : payment.amount / 100,
    currency: payment.currency,
    expires_at: payment.expires_at,
    state: payment.state,
  }
}

/** @throws unavailable when Telegram gives no payment link for Stars; the next call tries again */
export async function invoice(ctx: UserContext, request: PurchaseRequest): Promise<InvoiceReply> {
  const reply = await ctx.db.transaction().execute((tx) => invoiceIn(ctx, tx, request))
  if (reply.currency !== 'XTR' || reply.payment_url) return reply
  const payment_url = await linkInvoice(ctx, reply.invoice_id, request.payment_type)
  return { ...reply, payment_url, url: payment_url }
}
