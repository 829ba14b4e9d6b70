import { sql } from 'kysely'
import type { Db } from '#db/index.ts'

/** Tables that an action about payments could write. */
const tables = [
  'payments',
  'payment_events',
  'payment_notices',
  'payment_cases',
  'credits',
  'listings',
  'responses',
  'moderation_tasks',
  'events',
  'event_tasks',
]

/** Returns a hash of all rows in the tables of payments. If two hashes are equal, no row was written in between. */
export async function moneySnapshot(db: Db): Promise<string> {
  const sums = tables.map(
    (table) => sql`select ${table}::text as name, count(*), md5(string_agg(row::text, ',' order by row::text))
      from ${sql.table(table)} as row`,
  )
  return JSON.stringify((await sql`${sql.join(sums, sql` union all `)}`.execute(db)).rows)
}

/**
 * Returns the violations of payment rules that the database view reports. There are none unless the product has a bug.
 */
export const moneyViolations = (db: Db) => db.selectFrom('payment_invariant_violations').selectAll().execute()

/** Returns the payment cases of an invoice number, even if no payment has that number. */
export const casesOf = (db: Db, invoice_id: number) =>
  db.selectFrom('payment_cases').select(['kind', 'state']).where('invoice_id', '=', invoice_id).execute()
