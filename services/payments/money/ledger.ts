import { sql } from 'kysely'
import type { Tx } from '#db/index.ts'
import type { LedgerAccount } from '#db/tables.ts'

/**
 * The double entry. Whatever happens to a payment or a credit is posted by the database in the same transaction
 * (db/migrations/0010-ledger.ts); here stands what only the code knows. Every function is safe to repeat.
 */

/** Books the money of a locked payment as earned. Until then it is in suspense, where the operators see it. */
export function earnMoney(tx: Tx, payment_id: number): Promise<void> {
  return moveMoney(tx, payment_id, 'product', 'it bought what it was for')
}

/**
 * The money of a locked payment is elsewhere now, all of it or `part` (kopecks or Stars): for what neither the state
 * of the payment nor a credit tells, such as a sum that is not the invoice's, or money that was taken back past us.
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

/** Money has come that no payment of ours expected: it waits in suspense with its case. */
export async function holdStrayMoney(
  tx: Tx,
  case_id: number,
  { amount, currency }: { amount: number; currency: string },
): Promise<void> {
  await sql`select move_money(null, ${case_id}::bigint, 'suspense', 'nobody expected it', null,
    ${amount}::bigint, ${currency})`.execute(tx)
}

/**
 * Books where a person has sent the money of such a case: back (`provider`), kept (`product`), or to a person's
 * credit.
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
 * Books what the provider kept of a payment whose money is booked, in kopecks. A `state` inquiry counts once; the
 * `register` knows better and corrects it.
 */
export async function noteFee(
  tx: Tx,
  payment_id: number,
  fee: number,
  source: 'state' | 'register',
): Promise<void> {
  await sql`select note_fee(${payment_id}::int, ${fee}::bigint, ${source === 'register'})`.execute(tx)
}
