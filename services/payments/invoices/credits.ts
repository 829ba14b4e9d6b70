import { AppError } from '#contract/errors.ts'
import type { Db, Tx } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { insertFreePayment } from '#services/payments/money/moves.ts'
import { lockPayment } from '#services/payments/money/queries.ts'
import { applyPayment } from '#services/payments/verification/apply-payment.ts'
import { appLink } from './app-link.ts'

/** Products that a credit can pay for. A credit for a free publication can be used for an order or a vacancy. */
const usableFor: Record<PaymentKind, PaymentKind[]> = {
  project: ['project', 'vacancy'],
  vacancy: ['vacancy', 'project'],
  response: ['response'],
}

/** A purchase that a credit may pay for. `price` is its current price in kopecks. */
type Purchase = { kind: PaymentKind; tariff_id: number; price: number }

/**
 * Finds a credit for a purchase. A credit that replaces money pays for anything up to the price that was paid. It also
 * pays for the same category and period after a price rise. So a credit for a week never pays for three months.
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
      // The smallest sufficient credit is used first, so that larger credits remain for more expensive purchases.
      .orderBy('bought.amount', (order) => order.asc().nullsLast())
      .orderBy('credit.id')
      .limit(1)
  )
}

/**
 * True if the purchase is a publication by a member of the focus group. Members publish free of charge while they try
 * the product, but pay for boosts.
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

/** True if the person can make the purchase without money, by a credit or as a member of the focus group. */
export async function isFree(ctx: Context, user_id: number, purchase: Purchase): Promise<boolean> {
  if (await isFocusGroupFree(ctx, ctx.db, user_id, purchase.kind)) return true
  return (await findUnspent(ctx.db, user_id, purchase).executeTakeFirst()) !== undefined
}

/**
 * A payment without money, either by a credit or by a member of the focus group. `credit_id` is null in the latter
 * case.
 */
export type FreePayment = { credit_id: number | null; reason: string }

/** Finds a way to make the purchase without money. A credit is locked, so that no other purchase takes it. */
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
  /** Price of the purchase in kopecks without a credit. The client may still show this price. */
  price: number
  amount: number | undefined
}

/**
 * Pays a purchase with a credit: creates a paid payment of 0 and applies it in the same transaction. The payment link
 * leads back into the mini-app.
 * @throws amount_mismatch when the client showed another sum than the price or 0
 */
export async function payWithCredit(ctx: UserContext, tx: Tx, spending: Spending) {
  const { free, kind, subject, tariff_id, price, amount } = spending
  if (amount !== undefined && amount !== 0 && amount !== price)
    throw new AppError('amount_mismatch', { expected: 0 })
  const id = await insertFreePayment(ctx, tx, { ...subject, kind, tariff_id, source: 'credit' }, free.reason)
  if (free.credit_id !== null)
    await tx.updateTable('credits').set({ spent_payment_id: id }).where('id', '=', free.credit_id).execute()
  const payment = await lockPayment(tx, id)
  if (!payment) throw new Error('the payment that was just made is gone')
  await applyPayment(ctx, tx, payment)
  return { ...payment, payment_url: await appLink(ctx, tx, id) }
}
