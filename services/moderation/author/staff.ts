import { sql } from 'kysely'
import type { Context } from '#services/core/context.ts'

/** Sources that tell who belongs to the staff: the roles in the database and the admin ids in the configuration. */
export type StaffSource = Pick<Context, 'db' | 'config'>

/**
 * SQL condition that a person is an active moderator or admin. An admin named in the configuration counts even before
 * the role is stored in the database. A blocked person never counts.
 * @param person alias of a users table in the query
 */
export function isStaff({ config }: Pick<Context, 'config'>, person: string) {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  return sql<boolean>`(${column('status')} = 'active' and (${column('role')} <> 'user'
    or ${column('telegram_id')} = any(${config.ADMIN_TELEGRAM_IDS}::bigint[])))`
}
