import type { z } from 'zod'
import type { Invoice } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { translate } from '#services/core/text/i18n.ts'
import { movePayment } from '#services/payments/money/moves.ts'
import { findTariff } from '#services/payments/money/tariffs.ts'
import { paymentLink } from '#services/payments/robokassa/payment.ts'
import { linkInvoice } from '#services/payments/stars/stars.ts'
import { shopFieldsOf } from '#services/payments/verification/match-operation.ts'
import { payNothing, takeFree } from './credits.ts'
import { type Rail, starsOf } from './payment-methods.ts'
import { type Priced, priceOf, type Wish } from './pricing.ts'

export type InvoiceReply = z.output<typeof Invoice>
const open = ['created', 'pending'] as const

/** The invoice that is still open for the same thing; one whose time is over is closed on the way. */
async function findOpen(ctx: UserContext, tx: Tx, { subject, product }: Priced, rail: Rail) {
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'state', 'rail', 'amount', 'currency', 'payment_url', 'expires_at'])
    .select(['tariff_id', 'created_at'])
    .where((eb) => eb.and(subject))
    .where('state', 'in', open)
    .forUpdate()
    .executeTakeFirst()
  if (!payment) return undefined
  // A reported payment is being confirmed: a second invoice would take the money twice.
  const isOver = Date.parse(payment.expires_at) <= ctx.now().getTime()
  if (payment.state === 'pending') return payment
  // The listing may be sold by another tariff than when the invoice was made; a tariff that only changed does not count.
  const then = await findTariff(tx, product, new Date(payment.created_at))
  const isSame = payment.rail === rail && (payment.tariff_id === null || then?.id === payment.tariff_id)
  if (isSame && !isOver) return payment
  const reason = isOver ? 'the link is over' : 'paid another way'
  // The provider still takes money for it: the link stays in the round of inquiries.
  await movePayment(ctx, tx, payment, 'expired', reason)
  return undefined
}

async function insertInvoice(ctx: UserContext, tx: Tx, wish: Wish, priced: Priced) {
  const now = ctx.now()
  const expires_at = new Date(now.getTime() + limits.invoice.ms)
  const payment = await tx
    .insertInto('payments')
    .values({
      ...priced.subject,
      kind: wish.payment_type,
      payer_id: ctx.viewer.id,
      tariff_id: priced.tariff_id,
      rail: wish.rail,
      ...(wish.rail === 'stars'
        ? { amount: starsOf(ctx.config, priced.amount), currency: 'XTR' }
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
  // The link of Stars comes from Telegram, after the commit.
  if (wish.rail === 'stars') return { ...payment, payment_url: null }
  const payment_url = paymentLink(ctx.robokassa, {
    inv_id: payment.id,
    amount_kopecks: payment.amount,
    description: translate(ctx.language)(`invoice.description.${wish.payment_type}`, {
      id: wish.item_id,
      title: priced.title,
    }),
    // A receipt is a document of the tax service, in its language.
    sold: translate('ru')(`invoice.description.${wish.payment_type}`, {
      id: wish.item_id,
      title: priced.title,
    }),
    language: ctx.language,
    expires_at,
    shp: shopFieldsOf(payment),
  })
  await tx.updateTable('payments').set({ payment_url }).where('id', '=', payment.id).execute()
  return { ...payment, payment_url }
}

/** A credit goes before money, also before a link that waits; money that is being confirmed goes before both. */
async function findOrMake(ctx: UserContext, tx: Tx, wish: Wish, priced: Priced) {
  const { payment_type: kind, amount } = wish
  const { subject, tariff_id, amount: price } = priced
  const waiting = await findOpen(ctx, tx, priced, wish.rail)
  const wanted = { kind, tariff_id, price }
  const free = waiting?.state === 'pending' ? undefined : await takeFree(ctx, tx, ctx.viewer.id, wanted)
  if (free) {
    if (waiting) await movePayment(ctx, tx, waiting, 'expired', free.reason)
    return payNothing(ctx, tx, { free, kind, subject, tariff_id, price, amount })
  }
  const payment = waiting ?? (await insertInvoice(ctx, tx, wish, priced))
  // What a client shows is in roubles, also where Stars are paid.
  const shown = payment.rail === 'stars' ? price : payment.amount
  if (amount !== undefined && amount !== shown)
    throw new AppError('amount_mismatch', { expected: shown / 100 })
  return payment
}

/**
 * The invoice for a listing or a boost, inside the caller's transaction. Repeated calls get the same open
 * invoice; the sum is the server's, and a client that showed another one is told before anybody pays. An unspent credit
 * pays at once: then the answer says `paid`.
 * @throws not_found, not_owner, already_paid, wrong_state, boost_not_offered, slots_taken, amount_mismatch
 */
export async function invoiceIn(ctx: UserContext, tx: Tx, wish: Wish): Promise<InvoiceReply> {
  const priced = await priceOf(ctx, tx, wish)
  const payment = await findOrMake(ctx, tx, wish, priced)
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

/** @throws unavailable when Telegram gives no link for Stars; the next call tries again */
export async function invoice(ctx: UserContext, wish: Wish): Promise<InvoiceReply> {
  const reply = await ctx.db.transaction().execute((tx) => invoiceIn(ctx, tx, wish))
  if (reply.currency !== 'XTR' || reply.payment_url) return reply
  const payment_url = await linkInvoice(ctx, reply.invoice_id, wish.payment_type)
  return { ...reply, payment_url, url: payment_url }
}
