import type { Db } from '#db/index.ts'

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
