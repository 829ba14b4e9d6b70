import { sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { ledgerImbalance } from '#services/operations/figures/figures.ts'

/** Result of checking a restored database. The first two figures must be zero. */
export interface Examination {
  violations: number
  ledger_imbalance: number
  listings: number
  payments: number
  /** Time of the latest write in the database. */
  newest: string | null
}

export async function examine(db: Db): Promise<Examination> {
  const { rows } = await sql<Omit<Examination, 'ledger_imbalance'>>`
    select (select count(*)::int from payment_invariant_violations
        where since < (select max(done_at) from backup_marks) - interval '1 minute') as violations,
      (select count(*)::int from listings) as listings,
      (select count(*)::int from payments) as payments,
      greatest((select max(done_at) from backup_marks), (select max(created_at) from events)) as newest`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('counting found no row')
  return { ...row, ledger_imbalance: await ledgerImbalance(db) }
}

export const isSound = ({ violations, ledger_imbalance }: Examination) =>
  violations === 0 && ledger_imbalance === 0
