import { payableStates } from '#contract/lifecycle.ts'
import type { Db, Tx } from '#db/index.ts'
import { hourlyPhaseMs } from './inquiry-schedule.ts'

const columns = [
  'id',
  'uuid',
  'signs_uuid',
  'state',
  'kind',
  'rail',
  'source',
  'tariff_id',
  'amount',
  'currency',
  'is_test',
  'payer_id',
  'listing_id',
  'response_id',
  'created_at',
  'expires_at',
  'paid_at',
  'checks',
  'refusal_at',
] as const

/**
 * Locks the listing of a payment before the payment itself. Creating an invoice locks in the same order. Another order
 * could cause a deadlock.
 */
export async function lockPaidListing(tx: Tx, payment_id: number): Promise<void> {
  await tx
    .selectFrom('listings')
    .select('id')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('payments as payment')
        .leftJoin('responses as response', 'response.id', 'payment.response_id')
        .select((paid) => paid.fn.coalesce('payment.listing_id', 'response.listing_id').as('listing_id'))
        .where('payment.id', '=', payment_id),
    )
    .forUpdate()
    .execute()
}

export async function lockPayment(tx: Tx, id: number) {
  return tx.selectFrom('payments').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}
export type PaymentRow = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/** True if the payer deleted the account and so cannot use a credit. */
export async function hasDeletedAccount(
  tx: Tx,
  { payer_id }: Pick<PaymentRow, 'payer_id'>,
): Promise<boolean> {
  const { status } = await tx
    .selectFrom('users')
    .select('status')
    .where('id', '=', payer_id)
    .executeTakeFirstOrThrow()
  return status === 'deleted'
}

/**
 * Lists the payments whose next inquiry to the provider is due. Payments that are old enough for rarer, late inquiries
 * are left out.
 */
export async function listDuePayments(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('next_check_at', '<=', now.toISOString())
    .where('rail', '=', 'robokassa')
    .where('state', 'in', payableStates)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'pending'),
        eb('expires_at', '>', new Date(now.getTime() - hourlyPhaseMs).toISOString()),
      ]),
    )
    .orderBy('next_check_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Selects payments with the listings that they paid for. A boost belongs to the listing of the boosted response. */
export const selectPaidItems = (db: Db) =>
  db
    .selectFrom('payments as payment')
    .leftJoin('responses as response', 'response.id', 'payment.response_id')
    .innerJoin('listings as listing', (join) =>
      join.on((eb) => eb('listing.id', '=', eb.fn.coalesce('payment.listing_id', 'response.listing_id'))),
    )

/** A person's latest payments with their listings, newest first. */
export async function listOwnPayments(db: Db, payer_id: number, limit: number) {
  return selectPaidItems(db)
    .select(['payment.id', 'payment.amount', 'payment.currency', 'payment.state', 'listing.title'])
    .where('payment.payer_id', '=', payer_id)
    .where('payment.source', '=', 'money')
    .orderBy('payment.id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Finds the listing of a payment. The browser returns to it after the payment page. Undefined for an unknown payment.
 */
export async function findPaidItem(db: Db, payment_id: number) {
  return selectPaidItems(db)
    .select(['listing.id', 'listing.kind'])
    .where('payment.id', '=', payment_id)
    .executeTakeFirst()
}
