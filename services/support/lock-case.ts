import { AppError } from '#contract/errors.ts'
import type { Tx } from '#db/index.ts'

/** Locks a case, always before its messages. Returns undefined if the case was erased with its person. */
export function lockCaseIfExists(tx: Tx, id: number) {
  return tx
    .selectFrom('support_cases')
    .select(['user_id', 'state', 'staff_id', 'closed_by', 'last_side'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** @throws not_found */
export async function lockCase(tx: Tx, id: number) {
  const found = await lockCaseIfExists(tx, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** A person has at most one open case, so a closed case cannot be reopened beside a newer open one. */
export async function canReopen(tx: Tx, id: number, user_id: number): Promise<boolean> {
  const newer = await tx
    .selectFrom('support_cases')
    .select('id')
    .where('user_id', '=', user_id)
    .where('state', '=', 'open')
    .where('id', '<>', id)
    .executeTakeFirst()
  return newer === undefined
}
