import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { LedgerAccount } from '#db/tables.ts'

/**
 * Bookings of the ledger, in double entry. Database triggers post every change of a payment or credit in its
 * transaction (db/migrations/0010-ledger.ts). The functions here post the rest. All are safe to repeat.
 */

/**
 * Books the money of a locked payment as earned. Until then it is on the account `suspense`, where operators see it.
 */
export function earnMoney(tx: Tx, payment_id: number): Promise<void> {
  return moveMoney(tx, payment_id, 'product', 'it bought what it was for')
}

/**
 * Moves the money of a locked payment, all of it or `part` (kopecks or Stars), to another account. Used where neither
 * the payment's state nor a credit implies the move, for example for a wrong sum or a chargeback.
 */
export async function moveMoney(
  tx: Tx,
  payment_id: number,
  to: LedgerAccount,
  reason: string,
  part: number | null = null,
): Promise<void> {
  await sql`select move_money(${payment_id}::int, null, ${to}, ${reason}, null, ${part}::bigint)`.execute(tx)
}

/** Books money that no payment expects on the account `suspense`, under its case. */
export async function holdStrayMoney(
  tx: Tx,
  case_id: number,
  { amount, currency }: { amount: number; currency: string },
): Promise<void> {
  await sql`select move_money(null, ${case_id}::bigint, 'suspense', 'nobody expected it', null,
    ${amount}::bigint, ${currency})`.execute(tx)
}

/**
 * Moves money that belongs to no payment from its case: returned (`provider`), kept (`product`), or turned into a
 * person's credit.
 */
export async function moveStrayMoney(
  tx: Tx,
  case_id: number,
  to: Exclude<LedgerAccount, 'fees'>,
  reason: string,
  person_id: number | null = null,
): Promise<void> {
  await sql`select move_money(null, ${case_id}::bigint, ${to}, ${reason}, ${person_id}::bigint)`.execute(tx)
}

/**
 * Books the provider's fee for a payment, in kopecks. A fee of source `state`, from an inquiry, is booked once. A fee
 * of source `register` is more reliable and replaces it.
 */
export async function noteFee(
  tx: Tx,
  payment_id: number,
  fee: number,
  source: 'state' | 'register',
): Promise<void> {
  await sql`select note_fee(${payment_id}::int, ${fee}::bigint, ${source === 'register'})`.execute(tx)
}
