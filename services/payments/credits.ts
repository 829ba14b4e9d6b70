import { AppError } from '#contract/errors.ts'
import type { Db, Tx } from '#db/index.ts'
import type { PaymentKind } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/events.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { appLink } from './app-link.ts'
import { applyPayment } from './applying.ts'
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

/** Whether the person's next publication or boost costs nothing. */
export async function isFree(ctx: Context, user_id: number, kind: PaymentKind): Promise<boolean> {
  if (await isGuest(ctx, ctx.db, user_id, kind)) return true
  return (await unspent(ctx.db, user_id, kind).executeTakeFirst()) !== undefined
}

/** What pays instead of money; the focus group needs no credit. */
export type Free = { credit_id: number | null; reason: string }

/** Finds what pays for something of this kind and locks the credit; two things at once never take the same. */
export async function takeFree(
  ctx: Context,
  tx: Tx,
  user_id: number,
  kind: PaymentKind,
): Promise<Free | undefined> {
  if (await isGuest(ctx, tx, user_id, kind))
    return { credit_id: null, reason: 'the focus group pays nothing' }
  const credit = await unspent(tx, user_id, kind).forUpdate().skipLocked().executeTakeFirst()
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
