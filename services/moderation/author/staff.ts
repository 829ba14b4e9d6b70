import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'

/** Sources of the staff role: the database and the admin ids of the configuration. */
export type StaffSource = Pick<Context, 'db' | 'config'>

/**
 * True for an active moderator or admin, including a configured admin whose role is not stored yet. False after a
 * block.
 * @param person alias of a users table in the query
 */
export function isStaff({ config }: Pick<Context, 'config'>, person: string) {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  return sql<boolean>`(${column('status')} = 'active' and (${column('role')} <> 'user'
    or ${column('telegram_id')} = any(${config.ADMIN_TELEGRAM_IDS}::bigint[])))`
}
