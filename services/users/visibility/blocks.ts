import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'

/** Blocks work both ways: whichever of the two made the block, neither sees the other. */

/** True when the person in the column has blocked the viewer, who is never told. */
export function hasBlocked(column: string, viewer_id: number): RawBuilder<boolean> {
  return sql`exists (select from user_blocks where user_id = ${sql.ref(column)} and blocked_id = ${viewer_id})`
}

/** Whom the viewer has blocked, and who has blocked the viewer. */
export function blockedFor(viewer_id: number): RawBuilder<unknown> {
  return sql`select blocked_id from user_blocks where user_id = ${viewer_id}
    union all select user_id from user_blocks where blocked_id = ${viewer_id}`
}

/** True unless the person in the column and the viewer have blocked one another; the list is read once a query. */
export function notBlocked(column: string, viewer_id: number): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} <> all (array(${blockedFor(viewer_id)}))`
}

type Block = { is_own: boolean }
export const blockOf = prepare(
  (_, { viewer_id, other_id }: { viewer_id: number; other_id: number }) => sql<Block>`
    select user_id = ${viewer_id} as is_own from user_blocks
    where (user_id, blocked_id) in ((${viewer_id}, ${other_id}), (${other_id}, ${viewer_id}))
    order by is_own desc limit 1`,
)

/** The viewer's own block of another person, or that person's of the viewer; undefined without any. */
export function whoseBlock([block]: Block[]): 'own' | 'foreign' | undefined {
  return block && (block.is_own ? 'own' : 'foreign')
}

export async function findBlock(db: Db, viewer_id: number, other_id: number) {
  return whoseBlock(await blockOf(db, { viewer_id, other_id }))
}
