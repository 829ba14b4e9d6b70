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
import { noteFee } from '#services/payments/money/ledger.ts'
import { type Books, creditedFee, judge, tellDifference } from './compare.ts'
import { type Operation, readRegister } from './parse.ts'
import { getImport, type Imported } from './queries.ts'
import { findAgain, findMissing } from './unmatched.ts'

const moscow = 3 * 3_600_000
const day = 24 * 3_600_000

/**
 * Takes in the provider's register, whole or not at all; what differs from our books becomes cases, and the provider
 * itself is asked about money that is not ours yet. A file that was taken in already changes nothing.
 * @throws register_unreadable, register_foreign, too_large
 */
export async function importRegister(ctx: UserContext, path: string): Promise<Imported> {
  const bytes = await readFile(path)
  const operations = readRegister(bytes)
  const file_hash = createHash('sha256').update(bytes).digest('hex')
  return ctx.db.transaction().execute(async (tx) => {
    // One at a time: two files may tell the same operation.
    await sql`select pg_advisory_xact_lock(hashtext('register_imports'))`.execute(tx)
    const before = await tx
      .selectFrom('register_imports')
      .select('id')
      .where('file_hash', '=', file_hash)
      .executeTakeFirst()
    if (before) return { ...(await getImport(tx, before.id)), is_repeated: true }
    const id = await takeIn(ctx, tx, operations, file_hash)
    return { ...(await getImport(tx, id)), is_repeated: false }
  })
}

async function takeIn(ctx: UserContext, tx: Tx, all: Operation[], file_hash: string): Promise<number> {
  const times = all.map(({ at }) => at.getTime())
  const from = new Date(Math.floor((earliest(times) + moscow) / day) * day - moscow)
  const to = new Date(-earliest(times.map((time) => -time)))
  const fresh = await withoutKnown(tx, all)
  const invoice_ids = [...new Set(fresh.map(({ invoice_id }) => invoice_id))]
  const books = await openBooks(tx, invoice_ids, ctx.config.ROBOKASSA_FEE_MAX)
  const judged = fresh.map((operation) => ({ operation, verdict: judge(books, operation) }))
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
      operations: fresh.length,
      missing: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keep(
    tx,
    judged.map(({ operation, verdict }) => ({ ...rowOf(operation), verdict, import_id: id })),
  )
  for (const { operation, verdict } of judged)
    if (verdict !== 'matched')
      await tellDifference(ctx, tx, verdict, operation, books.payments.get(operation.invoice_id))
    else if (operation.type === 'payment' && tellsFee(books, operation))
      await noteFee(tx, operation.invoice_id, creditedFee(books, operation) ?? 0, 'register')
  const late = judged.filter(({ verdict }) => verdict === 'late').map(({ operation }) => operation.invoice_id)
  await askAgain(ctx, tx, late)
  if (invoice_ids.length > 0) await findAgain(ctx, tx, invoice_ids)
  const missing = await findMissing(ctx, tx, from, to)
  await tx.updateTable('register_imports').set({ missing }).where('id', '=', id).execute()
  return id
}

const earliest = (times: number[]) => times.reduce((least, time) => Math.min(least, time))

const rowOf = ({ at, ...operation }: Operation) => ({ ...operation, operated_at: at.toISOString() })

/** Operations that no earlier file told, each once. */
async function withoutKnown(tx: Tx, all: Operation[]): Promise<Operation[]> {
  const { rows } = await sql<{ key: string }>`
    select key from register_operations where key = any(${all.map(({ key }) => key)})`.execute(tx)
  const known = new Set(rows.map(({ key }) => key))
  return [...new Map(all.map((one) => [one.key, one])).values()].filter(({ key }) => !known.has(key))
}

/** A register that tells the price and no fee says nothing of the fee. */
const tellsFee = ({ payments }: Books, { invoice_id, amount, fee }: Operation) =>
  fee !== null || amount !== payments.get(invoice_id)?.amount

/** Locks the payments, so that none is confirmed between the look and the case. */
async function openBooks(tx: Tx, invoice_ids: number[], max_fee_percent: number): Promise<Books> {
  const payments = await sql<{ id: number; state: PaymentState; amount: number; op_key: string | null }>`
    select id, state, amount, op_key from payments
    where id = any(${invoice_ids}) and rail = 'robokassa' order by id for update`.execute(tx)
  const told = await sql<{ invoice_id: number; op_key: string | null }>`
    select invoice_id, op_key from register_operations
    where invoice_id = any(${invoice_ids}) and type = 'payment'`.execute(tx)
  return {
    payments: new Map(payments.rows.map((payment) => [payment.id, payment])),
    max_fee_percent,
    told: new Map(told.rows.map(({ invoice_id, op_key }) => [invoice_id, op_key])),
  }
}

async function keep(tx: Tx, rows: Insertable<Database['register_operations']>[]): Promise<void> {
  const batch = 1000
  for (let from = 0; from < rows.length; from += batch)
    await tx
      .insertInto('register_operations')
      .values(rows.slice(from, from + batch))
      .execute()
}

/** The file is not believed: the provider is asked about these invoices at once. */
async function askAgain(ctx: Context, tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('payments')
    .set({ next_check_at: ctx.now().toISOString() })
    .where('id', 'in', ids)
    .where('state', 'in', ['created', 'pending', 'expired'])
    .execute()
}
