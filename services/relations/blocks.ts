import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Blocks work both ways: whoever of the two did it, neither meets the other. */

/** True unless the person in the column and the viewer have blocked one another. */
export function notBlocked(column: string, viewer_id: number): RawBuilder<SqlBool> {
  const person = sql.ref(column)
  return sql`not exists (select from user_blocks where (user_id, blocked_id) in
    ((${viewer_id}, ${person}), (${person}, ${viewer_id})))`
}
