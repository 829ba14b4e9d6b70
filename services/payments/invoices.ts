import type { z } from 'zod'
import type { Invoice } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import { next } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { extend, pay, view } from '#contract/policies.ts'
import type { Tx } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'
import { kinds } from '#services/listings/kinds.ts'
import { findListingFacts } from '#services/listings/queries.ts'
import type { UserContext } from '#services/request-context.ts'
import { words } from '#services/words.ts'
import { payNothing, takeFree } from './credits.ts'
import { movePayment } from './ledger.ts'
import { type Rail, starsOf } from './rails.ts'
import { paymentLink } from './robokassa.ts'
import { linkInvoice } from './star-invoices.ts'
import { getTariff } from './tariffs.ts'

export type InvoiceReply = z.output<typeof Invoice>
type Wish = {
  payment_type: PaymentKind
  item_id: number
  rail: Rail
  /** Kopecks the client expects. */
  amount?: number
}
type Priced = {
  subject: { listing_id: number } | { response_id: number }
  amount: number
  tariff_id: number
  title: string
}

const open = ['created', 'pending'] as const

/** The listing to pay for: the author's own, in a state that waits for money. */
async function priceListing(ctx: UserContext, tx: Tx, { payment_type, item_id }: Wish): Promise<Priced> {
  const facts = await findListingFacts(tx, item_id, ctx.viewer.id, true)
  if (!facts || view({ id: ctx.viewer.id, is_moderator: false }, facts)) throw new AppError('not_found')
  if (kinds[facts.kind].payment !== payment_type) throw new AppError('not_found')
  if (facts.author_id !== ctx.viewer.id) throw new AppError('not_owner')
  const refusal = extend(facts) && pay(facts)
  if (refusal) throw new AppError(refusal)
  const { category_id, title } = await tx
    .selectFrom('listings')
    .select(['category_id', 'title'])
    .where('id', '=', item_id)
    .executeTakeFirstOrThrow()
  const status = next(facts.status, 'invoice') ?? next(facts.status, 'renew')
  if (status) {
    const updated_at = ctx.now().toISOString()
    await tx.updateTable('listings').set({ status, updated_at }).where('id', '=', item_id).execute()
  }
  const tariff = await getTariff(tx, payment_type, category_id, ctx.now())
  return { subject: { listing_id: item_id }, amount: tariff.amount, tariff_id: tariff.id, title }
}

/** The response whose boost is paid: the viewer's own, on a listing that offers boosts and has a free slot. */
async function priceBoost(ctx: UserContext, tx: Tx, { item_id }: Wish): Promise<Priced> {
  // A query that waited for the row still sees the response of before: lock first, then look.
  await tx
    .selectFrom('listings')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('responses').select('listing_id').where('id', '=', item_id))
    .forUpdate()
    .execute()
  const response = await tx
    .selectFrom('responses as response')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .select(['response.user_id', 'response.response_type', 'response.status', 'listing.response_stake'])
    .select([
      'listing.id as listing_id',
      'listing.title',
      'listing.status as listing_status',
      'listing.category_id',
    ])
    .where('response.id', '=', item_id)
    .executeTakeFirst()
  if (!response || response.user_id !== ctx.viewer.id) throw new AppError('not_found')
  if (response.response_type === 20) throw new AppError('already_paid')
  if (response.status === 'withdrawn' || response.listing_status !== 'published')
    throw new AppError('wrong_state')
  if (response.response_stake === 0) throw new AppError('boost_not_offered')
  const { taken } = await tx
    .selectFrom('responses')
    .select((eb) => eb.fn.countAll<number>().as('taken'))
    .where('listing_id', '=', response.listing_id)
    .where('response_type', '=', 20)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirstOrThrow()
  if (taken >= limits.boostSlots) throw new AppError('slots_taken')
  const tariff = await getTariff(tx, 'response', response.category_id, ctx.now())
  return {
    subject: { response_id: item_id },
    amount: response.response_stake,
    tariff_id: tariff.id,
    title: response.title,
  }
}

/** The invoice that is still open for the same thing; one whose time is over is closed on the way. */
async function findOpen(ctx: UserContext, tx: Tx, subject: Priced['subject'], rail: Rail) {
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'state', 'rail', 'amount', 'currency', 'payment_url', 'expires_at'])
    .where((eb) => eb.and(subject))
    .where('state', 'in', open)
    .forUpdate()
    .executeTakeFirst()
  if (!payment) return undefined
  // A reported payment is being confirmed: a second invoice would take the money twice.
  const isOver = Date.parse(payment.expires_at) <= ctx.now().getTime()
  if (payment.state === 'pending' || (payment.rail === rail && !isOver)) return payment
  const reason = isOver ? 'the link is over' : 'paid another way'
  await movePayment(ctx, tx, payment, 'expired', reason, { next_check_at: null })
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
        : { amount: priced.amount, is_test: ctx.robokassa.is_test }),
      expires_at: expires_at.toISOString(),
      next_check_at: new Date(now.getTime() + 60_000).toISOString(),
      created_at: now.toISOString(),
    })
    .returning(['id', 'state', 'rail', 'amount', 'currency', 'expires_at'])
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
    description: words(ctx.language)(`invoice.description.${wish.payment_type}`, {
      id: wish.item_id,
      title: priced.title,
    }),
    culture: ctx.language,
    expires_at,
    shp: { Shp_item: String(wish.item_id), Shp_kind: wish.payment_type },
  })
  await tx.updateTable('payments').set({ payment_url }).where('id', '=', payment.id).execute()
  return { ...payment, payment_url }
}

/** A credit goes before money, also before a link that waits; money that is being confirmed goes before both. */
async function findOrMake(ctx: UserContext, tx: Tx, wish: Wish, priced: Priced) {
  const { payment_type: kind, amount } = wish
  const { subject, tariff_id, amount: price } = priced
  const waiting = await findOpen(ctx, tx, subject, wish.rail)
  const free = waiting?.state === 'pending' ? undefined : await takeFree(ctx, tx, ctx.viewer.id, kind)
  if (free) {
    if (waiting) await movePayment(ctx, tx, waiting, 'expired', free.reason, { next_check_at: null })
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
  const priced = await (wish.payment_type === 'response'
    ? priceBoost(ctx, tx, wish)
    : priceListing(ctx, tx, wish))
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
