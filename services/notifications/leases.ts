import { sql } from 'kysely'
import type { Db } from '#db/index.ts'

/** Tells that the claimed messages are still on their way. */
export async function renewLeases(db: Db, ids: string[], lease_until: string): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('deliveries')
    .set({ lease_until })
    .where('id', 'in', ids)
    .where('state', '=', 'sending')
    .execute()
}

/**
 * Messages whose process died while sending them. A transactional one is sent again, a bulk one may never come
 * twice and stays unknown.
 */
export async function recoverDeliveries(
  db: Db,
  { now, attempts }: { now: string; attempts: number },
): Promise<number> {
  const result = await sql`
    update deliveries set
      state = case when lane = 'transactional' and attempts < ${attempts} then 'pending' else 'unknown' end,
      next_at = ${now}, lease_until = null, error = 'the sender died'
    where state = 'sending' and lease_until < ${now}
  `.execute(db)
  return Number(result.numAffectedRows ?? 0)
}
