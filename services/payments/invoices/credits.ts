import { AppError } from '#contract/errors.ts'
import type { Db, Tx } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { lockPayment } from '#services/payments/money/queries.ts'
import { applyPayment } from '#services/payments/verification/applying.ts'
import { appLink } from './app-link.ts'

/** A free publication serves an order and a vacancy alike. */
const serving: Record<PaymentKind, PaymentKind[]> = {
  project: ['project', 'vacancy'],
  vacancy: ['vacancy', 'project'],
  response: ['response'],
}

/** What a person wants for nothing: the tariff that sells it, and what it costs now, in kopecks. */
type Wanted = { kind: PaymentKind; tariff_id: number; price: number }

/**
 * The credit that pays for it. One that stands for money pays for what costs no more, and for the same again (category
 * and period) also after it became dearer: a week's price never pays for three months.
 */
function unspent(db: Db, user_id: number, { kind, tariff_id, price }: Wanted) {
  return (
    db
      .selectFrom('credits as credit')
      .leftJoin('payments as source', 'source.id', 'credit.source_payment_id')
      .leftJoin('tariffs as bought', 'bought.id', 'source.tariff_id')
      .innerJoin('tariffs as wanted', (join) => join.on('wanted.id', '=', tariff_id))
      .select('credit.id')
      .where('credit.user_id', '=', user_id)
      .where('credit.product', 'in', serving[kind])
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
      // The smallest that suffices: a dear one waits for what is dear.
      .orderBy('bought.amount', (order) => order.asc().nullsLast())
      .orderBy('credit.id')
      .limit(1)
  )
}

/** Members of the focus group publish for free while they try the product; boosts cost them money. */
async function isGuest(ctx: Context, db: Db, user_id: number, kind: PaymentKind): Promise<boolean> {
  if (!ctx.config.FOCUS_GROUP_PUBLISHES_FREE || kind === 'response') return false
  const guest = db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('is_focus_group', '=', true)
  return (await guest.executeTakeFirst()) !== undefined
}

/** Whether this publication or boost would cost the person nothing. */
export async function isFree(ctx: Context, user_id: number, wanted: Wanted): Promise<boolean> {
  if (await isGuest(ctx, ctx.db, user_id, wanted.kind)) return true
  return (await unspent(ctx.db, user_id, wanted).executeTakeFirst()) !== undefined
}

/** What pays instead of money; the focus group needs no credit. */
export type Free = { credit_id: number | null; reason: string }

/** Finds what pays for it and locks the credit; two things at once never take the same. */
export async function takeFree(
  ctx: Context,
  tx: Tx,
  user_id: number,
  wanted: Wanted,
): Promise<Free | undefined> {
  if (await isGuest(ctx, tx, user_id, wanted.kind))
    return { credit_id: null, reason: 'the focus group pays nothing' }
  const credit = await unspent(tx, user_id, wanted).forUpdate('credit').skipLocked().executeTakeFirst()
  return credit && { credit_id: credit.id, reason: 'a credit pays' }
}

type Spending = {
  free: Free
  kind: PaymentKind
  subject: { listing_id: number } | { response_id: number }
  tariff_id: number
  /** Kopecks that it would have cost: what a client may still show. */
  price: number
  amount: number | undefined
}

/**
 * Pays with what was taken: a payment of nothing that is paid at once, and what it is for moves on in the same
 * transaction. Its link leads back into the mini-app.
 * @throws amount_mismatch when the client showed a sum that was never the price
 */
export async function payNothing(ctx: UserContext, tx: Tx, spending: Spending) {
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
  await record(ctx, tx, 'payment.confirmed', { payment_id: id })
  return { ...payment, payment_url: await appLink(ctx, tx, id) }
}
