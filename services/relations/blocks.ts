import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Blocks work both ways: whoever of the two did it, neither meets the other. */

/** True unless the person in the column and the viewer have blocked one another; the list is read once a query. */
export function notBlocked(column: string, viewer_id: number): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} <> all (array(
    select blocked_id from user_blocks where user_id = ${viewer_id}
    union all select user_id from user_blocks where blocked_id = ${viewer_id}))`
}
