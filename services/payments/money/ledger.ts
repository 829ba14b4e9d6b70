import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { LedgerAccount } from '#db/tables.ts'

/**
 * Postings of the ledger, in double entry. Database triggers post every change of a payment or credit in the
 * transaction of the change (db/migrations/0010-ledger.ts). The functions here make all other postings. A repeated call
 * posts nothing twice.
 */

/**
 * Posts the money of a locked payment as earned. Before that the money is on the account `suspense`, where operators
 * see it.
 */
export function earnMoney(tx: Tx, payment_id: number): Promise<void> {
  return moveMoney(tx, payment_id, 'product', 'it bought what it was for')
}

/**
 * Moves the money of a locked payment to another ledger account: all of it, or `part` (kopecks or Stars). It is for
 * moves that follow neither from the payment's state nor from a credit, for example after a wrong sum or a chargeback.
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

/** Posts received money that belongs to no payment to the account `suspense`, under its payment case. */
export async function holdStrayMoney(
  tx: Tx,
  case_id: number,
  { amount, currency }: { amount: number; currency: string },
): Promise<void> {
  await sql`select move_money(null, ${case_id}::bigint, 'suspense', 'nobody expected it', null,
    ${amount}::bigint, ${currency})`.execute(tx)
}

/**
 * Moves money that belongs to no payment out of its payment case. The money is returned (`provider`), kept (`product`),
 * or turned into a person's credit.
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
 * Posts the provider's fee for a payment, in kopecks. A fee with the source `state` comes from an inquiry and is posted
 * once. A fee with the source `register` is more reliable and replaces the other.
 */
export async function noteFee(
  tx: Tx,
  payment_id: number,
  fee: number,
  source: 'state' | 'register',
): Promise<void> {
  await sql`select note_fee(${payment_id}::int, ${fee}::bigint, ${source === 'register'})`.execute(tx)
}
