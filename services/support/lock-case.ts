import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'

/** Locks a case before its messages, as everybody does; undefined once it was erased together with its person. */
export function lockKept(tx: Tx, id: number) {
  return tx
    .selectFrom('support_cases')
    .select(['user_id', 'state', 'staff_id', 'closed_by', 'last_side'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** @throws not_found */
export async function lockCase(tx: Tx, id: number) {
  const found = await lockKept(tx, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** A person has one open case: an old one stays closed beside a newer one that is open. */
export async function mayOpen(tx: Tx, id: number, user_id: number): Promise<boolean> {
  const newer = await tx
    .selectFrom('support_cases')
    .select('id')
    .where('user_id', '=', user_id)
    .where('state', '=', 'open')
    .where('id', '<>', id)
    .executeTakeFirst()
  return newer === undefined
}
