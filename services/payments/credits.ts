import { AppError } from '#contract/errors.ts'
import type { Db, Tx } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'
import { record } from '#services/events.ts'
import type { UserContext } from '#services/request-context.ts'
import { applyPayment } from './applying.ts'
import { appLink } from './links.ts'
import { lockPayment } from './queries.ts'

/** A free publication serves an order and a vacancy alike. */
const serving: Record<PaymentKind, PaymentKind[]> = {
  project: ['project', 'vacancy'],
  vacancy: ['vacancy', 'project'],
  response: ['response'],
}

function unspent(db: Db, user_id: number, kind: PaymentKind) {
  return db
    .selectFrom('credits')
    .select('id')
    .where('user_id', '=', user_id)
    .where('product', 'in', serving[kind])
    .where('spent_payment_id', 'is', null)
    .orderBy((eb) => eb.case().when('product', '=', kind).then(0).else(1).end())
    .orderBy('id')
    .limit(1)
}

/** Whether the person's next publication or boost costs nothing. */
export async function isFree(db: Db, user_id: number, kind: PaymentKind): Promise<boolean> {
  return (await unspent(db, user_id, kind).executeTakeFirst()) !== undefined
}

/** Locks a credit that pays for something of this kind; two things at once never take the same. */
export async function takeCredit(tx: Tx, user_id: number, kind: PaymentKind): Promise<number | undefined> {
  return (await unspent(tx, user_id, kind).forUpdate().skipLocked().executeTakeFirst())?.id
}

type Spending = {
  credit_id: number
  kind: PaymentKind
  subject: { listing_id: number } | { response_id: number }
  tariff_id: number
  /** Kopecks that it would have cost: what a client may still show. */
  price: number
  amount: number | undefined
}

/**
 * Pays with a locked credit: a payment of nothing that is paid at once, and what it is for moves on in the same
 * transaction. Its link leads back into the mini-app.
 * @throws amount_mismatch when the client showed a sum that was never the price
 */
export async function spendCredit(ctx: UserContext, tx: Tx, spending: Spending) {
  const { credit_id, kind, subject, tariff_id, price, amount } = spending
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
    .values({ payment_id: id, to_state: 'paid', reason: 'a credit pays', created_at: now })
    .execute()
  await tx.updateTable('credits').set({ spent_payment_id: id }).where('id', '=', credit_id).execute()
  const payment = await lockPayment(tx, id)
  if (!payment) throw new Error('the payment that was just made is gone')
  await applyPayment(ctx, tx, payment)
  await record(ctx, tx, 'payment.confirmed', { payment_id: id })
  return { ...payment, payment_url: await appLink(ctx, tx, id) }
}
