import { AppError } from '#contract/errors.ts'
import type { Db, Tx } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { lockPayment } from '#services/payments/money/queries.ts'
import { applyPayment } from '#services/payments/verification/apply-payment.ts'
import { appLink } from './app-link.ts'

/** Products that a credit can pay for. A free publication is good for orders and for vacancies. */
const usableFor: Record<PaymentKind, PaymentKind[]> = {
  project: ['project', 'vacancy'],
  vacancy: ['vacancy', 'project'],
  response: ['response'],
}

/** A purchase that a credit may pay for, with its tariff and its current price in kopecks. */
type Purchase = { kind: PaymentKind; tariff_id: number; price: number }

/**
 * Finds a credit for a purchase. A credit given in place of money pays for anything up to its own price, and for the
 * same category and period even after a price rise. So the price of a week never pays for three months.
 */
function findUnspent(db: Db, user_id: number, { kind, tariff_id, price }: Purchase) {
  return (
    db
      .selectFrom('credits as credit')
      .leftJoin('payments as source', 'source.id', 'credit.source_payment_id')
      .leftJoin('tariffs as bought', 'bought.id', 'source.tariff_id')
      .innerJoin('tariffs as wanted', (join) => join.on('wanted.id', '=', tariff_id))
      .select('credit.id')
      .where('credit.user_id', '=', user_id)
      .where('credit.product', 'in', usableFor[kind])
      .where('credit.spent_payment_id', 'is', null)
      .where((eb) =>
        eb.or([
          eb('bought.id', 'is', null),
          eb('bought.amount', '>=', price),
          eb.and([
            eb('bought.product', '=', eb.ref('wanted.product')),
            eb('bought.period_days', 'is not distinct from', eb.ref('wanted.period_days')),
            eb('bought.category_id', 'is not distinct from', eb.ref('wanted.category_id')),
          ]),
        ]),
      )
      .orderBy((eb) => eb.case().when('credit.product', '=', kind).then(0).else(1).end())
      // The smallest sufficient credit first, so that larger ones stay for more expensive purchases.
      .orderBy('bought.amount', (order) => order.asc().nullsLast())
      .orderBy('credit.id')
      .limit(1)
  )
}

/**
 * True for a publication by a member of the focus group. Members publish free of charge while they try the product;
 * boosts cost them money.
 */
async function isFocusGroupFree(ctx: Context, db: Db, user_id: number, kind: PaymentKind): Promise<boolean> {
  if (!ctx.config.FOCUS_GROUP_PUBLISHES_FREE || kind === 'response') return false
  const guest = db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('is_focus_group', '=', true)
  return (await guest.executeTakeFirst()) !== undefined
}

/** True if the purchase would cost the person no money. */
export async function isFree(ctx: Context, user_id: number, purchase: Purchase): Promise<boolean> {
  if (await isFocusGroupFree(ctx, ctx.db, user_id, purchase.kind)) return true
  return (await findUnspent(ctx.db, user_id, purchase).executeTakeFirst()) !== undefined
}

/** A payment without money, by a credit or for the focus group. `credit_id` is null for the focus group. */
export type FreePayment = { credit_id: number | null; reason: string }

/** Finds a credit for a purchase and locks it, so that no other purchase takes the same one. */
export async function lockFreePayment(
  ctx: Context,
  tx: Tx,
  user_id: number,
  purchase: Purchase,
): Promise<FreePayment | undefined> {
  if (await isFocusGroupFree(ctx, tx, user_id, purchase.kind))
    return { credit_id: null, reason: 'the focus group pays nothing' }
  const credit = await findUnspent(tx, user_id, purchase).forUpdate('credit').skipLocked().executeTakeFirst()
  return credit && { credit_id: credit.id, reason: 'a credit pays' }
}

type Spending = {
  free: FreePayment
  kind: PaymentKind
  subject: { listing_id: number } | { response_id: number }
  tariff_id: number
  /** Kopecks that the purchase would cost without a credit. A client may still show this price. */
  price: number
  amount: number | undefined
}

/**
 * Pays with a credit: creates a paid payment of 0 and applies it in the same transaction. The link of the payment leads
 * back into the mini-app.
 * @throws amount_mismatch when the client showed a sum that was never the price
 */
export async function payWithCredit(ctx: UserContext, tx: Tx, spending: Spending) {
  const { free, kind, subject, tariff_id, price, amount } = spending
  if (amount !== undefined && amount !== 0 && amount !== price)
    throw new AppError('amount_mismatch', { expected: 0 })
  const now = ctx.now().toISOString()
  const { id } = await tx
    .insertInto('payments')
    .values({
      ...subject,
      kind,
      tariff_id,
      payer_id: ctx.viewer.id,
      amount: 0,
      rail: 'credit',
      source: 'credit',
      state: 'paid',
      paid_at: now,
      expires_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_events')
    .values({ payment_id: id, to_state: 'paid', reason: free.reason, created_at: now })
    .execute()
  if (free.credit_id !== null)
    await tx.updateTable('credits').set({ spent_payment_id: id }).where('id', '=', free.credit_id).execute()
  const payment = await lockPayment(tx, id)
  if (!payment) throw new Error('the payment that was just made is gone')
  await applyPayment(ctx, tx, payment)
  return { ...payment, payment_url: await appLink(ctx, tx, id) }
}
