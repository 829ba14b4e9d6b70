import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'

/** Blocks between people. They work in both directions: neither of the two sees the other. */

/** SQL condition that the person in a column has blocked the viewer. The viewer never learns of this block. */
export function hasBlocked(column: string, viewer_id: number): RawBuilder<boolean> {
  return sql`exists (select from user_blocks where user_id = ${sql.ref(column)} and blocked_id = ${viewer_id})`
}

/** True if one of two people has blocked the other. */
export function isBlockedPair(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from user_blocks
    where (user_id, blocked_id) in ((${one}, ${other}), (${other}, ${one})))`
}

/** SQL for the ids of people who blocked the viewer or whom the viewer blocked. */
export function blockedFor(viewer_id: number): RawBuilder<unknown> {
  return sql`select blocked_id from user_blocks where user_id = ${viewer_id}
    union all select user_id from user_blocks where blocked_id = ${viewer_id}`
}

/**
 * SQL condition that no block exists between the person in a column and the viewer. The list of blocks is read once per
 * query.
 */
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

/** Direction of a block between the viewer and another person; undefined if there is none. */
export function blockDirection([block]: Block[]): 'own' | 'foreign' | undefined {
  return block && (block.is_own ? 'own' : 'foreign')
}

export async function findBlock(db: Db, viewer_id: number, other_id: number) {
  return blockDirection(await blockOf(db, { viewer_id, other_id }))
}
