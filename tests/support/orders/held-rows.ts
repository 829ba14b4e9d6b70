import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { eventually } from '#tests/support/run/eventually.ts'

const patienceMs = 2000

/**
 * Runs `work` while another transaction locks a row.
 * @returns its result, or `waits` if `work` waits for the row
 */
export function runWhileRowIsLocked<T>(
  db: Db,
  table: 'listings' | 'payments',
  id: number,
  work: () => Promise<T>,
): Promise<T | 'waits'> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
    const patience = new Promise<'waits'>((resolve) => setTimeout(resolve, patienceMs, 'waits'))
    return Promise.race([work(), patience])
  })
}

/** Waits until exactly this many statements wait for a lock in the test's database. */
export async function waitForLockWaits(db: Db, count: number): Promise<void> {
  await eventually(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length === count
  })
}
