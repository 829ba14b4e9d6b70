import { sql } from 'kysely'
import type { Db } from '#db/index.ts'

/** Tables that an act about money could write. */
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

/** Hash of all rows in the tables of money. Equal hashes mean that no row was written. */
export async function moneySnapshot(db: Db): Promise<string> {
  const sums = tables.map(
    (table) => sql`select ${table}::text as name, count(*), md5(string_agg(row::text, ',' order by row::text))
      from ${sql.table(table)} as row`,
  )
  return JSON.stringify((await sql`${sql.join(sums, sql` union all `)}`.execute(db)).rows)
}

/** Violations found by the database's own view: none while the product is right. */
export const moneyViolations = (db: Db) => db.selectFrom('payment_invariant_violations').selectAll().execute()

/** Cases of an invoice number, including foreign ones. */
export const casesOf = (db: Db, invoice_id: number) =>
  db.selectFrom('payment_cases').select(['kind', 'state']).where('invoice_id', '=', invoice_id).execute()
