import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#db/index.ts'
import type { ActorContext } from '#services/core/request-context.ts'
import { blockedFor } from './blocks.ts'

/** SQL for the ids of authors whose listings a person hides, in the app or below a message of the bot. */
export function hiddenAuthorsOf(user: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select author_id from hidden_authors where user_id = ${user}
    union all select seen.author_id from not_for_me mark join listings seen on seen.id = mark.listing_id
      where mark.user_id = ${user} and mark.reason = 'author'`
}

/**
 * SQL for the ids of authors who are left out of the viewer's lists: hidden authors, and those with a block in either
 * direction.
 */
export function excludedFor(viewer_id: number): RawBuilder<unknown> {
  return sql`${blockedFor(viewer_id)}
    union all ${hiddenAuthorsOf(sql`${viewer_id}`)}`
}

/**
 * SQL part of a statement with the authors left out of the viewer's lists, read by `isListed`. It is computed once per
 * statement.
 */
export const excludedAuthors = (viewer_id: number) =>
  sql`left_out as materialized (select array(${excludedFor(viewer_id)}) as ids)`

/** SQL condition that an author is not left out of the viewer's lists. Needs `excludedAuthors` in the statement. */
export const isListed = (column: string) =>
  sql<SqlBool>`${sql.ref(column)} <> all ((select ids from left_out)::bigint[])`

/**
 * Hides an author's listings from the caller's lists and messages. Hiding again changes nothing.
 * @throws not_found
 */
export async function hideAuthor(ctx: ActorContext, author_id: number): Promise<void> {
  const user_id = ctx.viewer.id
  if (author_id === user_id) throw new AppError('invalid_input', { fields: [{ path: 'user_id' }] })
  const now = ctx.now().toISOString()
  const { numAffectedRows } = await sql`
    insert into hidden_authors (user_id, author_id, created_at)
    select ${user_id}, id, ${now} from users where id = ${author_id} and status <> 'deleted'
    on conflict (user_id, author_id) do update set created_at = hidden_authors.created_at`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new AppError('not_found')
}

/** Shows an author's listings again, whether they were hidden in the app or below a message. */
export async function showAuthor(ctx: ActorContext, author_id: number): Promise<void> {
  const user_id = ctx.viewer.id
  await sql`
    with said as (
      delete from not_for_me mark using listings seen
      where mark.user_id = ${user_id} and mark.reason = 'author' and seen.id = mark.listing_id
        and seen.author_id = ${author_id}
    )
    delete from hidden_authors where user_id = ${user_id} and author_id = ${author_id}`.execute(ctx.db)
}

/** Ids of the authors whose listings the person hides, at most 1000. */
export async function findHiddenAuthors(db: Db, user_id: number): Promise<number[]> {
  const { rows } = await sql<{ author_id: number }>`
    select distinct author_id from (${hiddenAuthorsOf(sql`${user_id}`)}) hidden order by author_id desc limit 1000`.execute(
    db,
  )
  return rows.map(({ author_id }) => author_id)
}
