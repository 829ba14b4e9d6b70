import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'

/** What tells the staff from everybody else: the database, and whom the configuration names. */
export type StaffSource = Pick<Context, 'db' | 'config'>

/**
 * Whether a person decides for the staff now: a moderator or an admin, also one whom only the configuration names and
 * who has not opened the app since; nobody who was blocked or lost the role.
 * @param person a table of people in the query
 */
export function isStaff({ config }: Pick<Context, 'config'>, person: string) {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  return sql<boolean>`(${column('status')} = 'active' and (${column('role')} <> 'user'
    or ${column('telegram_id')} = any(${config.ADMIN_TELEGRAM_IDS}::bigint[])))`
}
