import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Insertable, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { PaymentState } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Database } from '#db/tables.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { openCase } from '#services/payments/money/cases.ts'
import { noteFee } from '#services/payments/money/ledger.ts'
import { compareOperation, creditedFee, type OwnPayments, openDifferenceCase } from './compare.ts'
import { type Operation, readRegister } from './parse.ts'
import { getImport, type Imported } from './queries.ts'

const moscow = 3 * 3_600_000
const day = 24 * 3_600_000

/**
 * Imports a register of the payment provider, either completely or not at all. Differences from our payments open
 * payment cases. The provider is asked about payments that our database does not know as paid. Importing the same file
 * again changes nothing.
 * @throws register_unreadable, register_foreign, too_large
 */
export async function importRegister(ctx: UserContext, path: string): Promise<Imported> {
  const bytes = await readFile(path)
  const operations = readRegister(bytes)
  const file_hash = createHash('sha256').update(bytes).digest('hex')
  return ctx.db.transaction().execute(async (tx) => {
    // The lock makes imports of registers run one after another, because two files may contain the same operation.
    await sql`select pg_advisory_xact_lock(hashtext('register_imports'))`.execute(tx)
    const before = await tx
      .selectFrom('register_imports')
      .select('id')
      .where('file_hash', '=', file_hash)
      .executeTakeFirst()
    if (before) return { ...(await getImport(tx, before.id)), is_repeated: true }
    const id = await storeOperations(ctx, tx, operations, file_hash)
    return { ...(await getImport(tx, id)), is_repeated: false }
  })
}

async function storeOperations(
  ctx: UserContext,
  tx: Tx,
  operations: Operation[],
  file_hash: string,
): Promise<number> {
  const times = operations.map(({ at }) => at.getTime())
  const from = new Date(Math.floor((earliest(times) + moscow) / day) * day - moscow)
  const to = new Date(-earliest(times.map((time) => -time)))
  const newOnes = await newOperations(tx, operations)
  const invoice_ids = [...new Set(newOnes.map(({ invoice_id }) => invoice_id))]
  const books = await lockBooks(tx, invoice_ids, ctx.config.ROBOKASSA_FEE_MAX)
  const judged = newOnes.map((operation) => ({ operation, verdict: compareOperation(books, operation) }))
  const strange = judged.filter(({ operation }) => !books.payments.has(operation.invoice_id)).length
  if (strange > limits.register.strangers && strange > judged.length / 2)
    throw new AppError('register_foreign')
  const { id } = await tx
    .insertInto('register_imports')
    .values({
      file_hash,
      imported_by: ctx.viewer.id,
      imported_at: ctx.now().toISOString(),
      covers_from: from.toISOString(),
      covers_to: to.toISOString(),
      operations: newOnes.length,
      missing: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertOperations(
    tx,
    judged.map(({ operation, verdict }) => ({ ...rowOf(operation), verdict, import_id: id })),
  )
  for (const { operation, verdict } of judged)
    if (verdict !== 'matched')
      await openDifferenceCase(ctx, tx, verdict, operation, books.payments.get(operation.invoice_id))
    else if (operation.type === 'payment' && showsFee(books, operation))
      await noteFee(tx, operation.invoice_id, creditedFee(books, operation) ?? 0, 'register')
  const lateInvoices = judged
    .filter(({ verdict }) => verdict === 'late')
    .map(({ operation }) => operation.invoice_id)
  await makeInquiriesDue(ctx, tx, lateInvoices)
  if (invoice_ids.length > 0) await closeMissing(ctx, tx, invoice_ids)
  const missing = await findMissing(ctx, tx, from, to)
  await tx.updateTable('register_imports').set({ missing }).where('id', '=', id).execute()
  return id
}

const earliest = (times: number[]) => times.reduce((least, time) => Math.min(least, time))

const rowOf = ({ at, ...operation }: Operation) => ({ ...operation, operated_at: at.toISOString() })

/** Returns the operations of a register that no earlier file contained. Repeated operations are returned once. */
async function newOperations(tx: Tx, operations: Operation[]): Promise<Operation[]> {
  const { rows } = await sql<{ key: string }>`
    select key from register_operations where key = any(${operations.map(({ key }) => key)})`.execute(tx)
  const knownKeys = new Set(rows.map(({ key }) => key))
  return [...new Map(operations.map((one) => [one.key, one])).values()].filter(
    ({ key }) => !knownKeys.has(key),
  )
}

/**
 * True if the operation in the register shows the provider's fee. It does not if it contains the full price and no fee.
 */
const showsFee = ({ payments }: OwnPayments, { invoice_id, amount, fee }: Operation) =>
  fee !== null || amount !== payments.get(invoice_id)?.amount

/**
 * Locks the payments that a register names. Otherwise a payment could be confirmed between the comparison and the
 * opening of its case.
 */
async function lockBooks(tx: Tx, invoice_ids: number[], max_fee_percent: number): Promise<OwnPayments> {
  const payments = await sql<{ id: number; state: PaymentState; amount: number; op_key: string | null }>`
    select id, state, amount, op_key from payments
    where id = any(${invoice_ids}) and rail = 'robokassa' order by id for update`.execute(tx)
  const reported = await sql<{ invoice_id: number; op_key: string | null }>`
    select invoice_id, op_key from register_operations
    where invoice_id = any(${invoice_ids}) and type = 'payment'`.execute(tx)
  return {
    payments: new Map(payments.rows.map((payment) => [payment.id, payment])),
    max_fee_percent,
    reported: new Map(reported.rows.map(({ invoice_id, op_key }) => [invoice_id, op_key])),
  }
}

async function insertOperations(tx: Tx, rows: Insertable<Database['register_operations']>[]): Promise<void> {
  const batch = 1000
  for (let from = 0; from < rows.length; from += batch)
    await tx
      .insertInto('register_operations')
      .values(rows.slice(from, from + batch))
      .execute()
}

/**
 * Makes the inquiries to the provider about payments due now, because a register is no sufficient proof of a payment.
 */
async function makeInquiriesDue(ctx: Context, tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('payments')
    .set({ next_check_at: ctx.now().toISOString() })
    .where('id', 'in', ids)
    .where('state', 'in', ['created', 'pending', 'expired'])
    .execute()
}

/**
 * Opens cases for payments that are paid in our database but missing in the registers. The registers must cover the
 * whole time from the invoice to the confirmation of the payment. Two registers with a gap of less than a day count as
 * one.
 * @returns number of missing payments
 */
export async function findMissing(ctx: Context, tx: Tx, from: Date, to: Date): Promise<number> {
  const { rows } = await sql<{ id: number; amount: number; paid_at: string }>`
    select id, amount, paid_at from payments payment
    where rail = 'robokassa' and source = 'money' and not is_test
      and state in ('paid', 'refund_pending', 'refunded') and paid_at <= ${to.toISOString()}
      and created_at >= (select least(${from.toISOString()}::timestamptz, min(covers_from)) from register_imports
        where covers_to >= ${from.toISOString()}::timestamptz - interval '1 day')
      and not exists (select from register_operations operation
        where operation.invoice_id = payment.id and operation.type = 'payment')
      and not exists (select from payment_cases c where c.kind = 'missing' and c.payment_id = payment.id)
    order by id`.execute(tx)
  for (const { id, amount, paid_at } of rows)
    await openCase(
      ctx,
      tx,
      'missing',
      id,
      id,
      { source: 'register', expected: amount, received: null, currency: 'RUB', at: paid_at },
      `missing:${id}`,
    )
  return rows.length
}

/** Closes the cases of missing payments that a later register contains. */
async function closeMissing(ctx: Context, tx: Tx, invoice_ids: number[]): Promise<void> {
  await tx
    .updateTable('payment_cases')
    .set({ state: 'resolved', resolved_at: ctx.now().toISOString(), resolution: 'a later register tells it' })
    .where('kind', '=', 'missing')
    .where('state', '=', 'open')
    .where('payment_id', 'in', invoice_ids)
    .execute()
}
