import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { SmallWork, Work } from '#contract/calls/profile-shapes.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import type { Link } from '#services/core/servers/file-urls.ts'
import type { GivenValue } from './lists.ts'
import type { Flaw } from './rules.ts'

/** A work of a portfolio as the database stores it. The URLs of its files are computed when the work is shown. */
export type WorkRow = Omit<z.output<typeof Work>, 'file_url' | 'thumbnail_url'> & {
  storage_key: string
  thumbnail_key: string
}

/** SQL for a work as one JSON object. Needs the tables `work` and `file`. */
export const workJson: RawBuilder<WorkRow> = sql`json_build_object('file_id', file.id, 'title', work.title, 'about', work.about, 'link', work.link,
  'storage_key', file.storage_key, 'thumbnail_key', file.thumbnail_key,
  'width', file.width, 'height', file.height, 'colour', file.colour)`

/** SQL for the first works of a person's portfolio; the list is empty for a blocked person. */
export function worksJson(alias: string, maxCount: number = limits.works.count): RawBuilder<WorkRow[]> {
  return sql`(select coalesce(json_agg(${workJson} order by work.place), '[]')
    from (select * from user_works where user_id = ${sql.ref(`${alias}.id`)}
      and ${sql.ref(`${alias}.status`)} = 'active' order by place limit ${sql.lit(maxCount)}) work
    join files file on file.id = work.file_id)`
}

export function toWork({ storage_key, thumbnail_key, ...work }: WorkRow, link: Link): z.output<typeof Work> {
  return { ...work, file_url: link(storage_key), thumbnail_url: link(thumbnail_key) }
}

export function toSmallWork(
  { file_id, title, colour, thumbnail_key }: WorkRow,
  link: Link,
): z.output<typeof SmallWork> {
  return { file_id, title, colour, thumbnail_url: link(thumbnail_key) }
}

/**
 * Errors for pictures that are not the caller's, were deleted or occur twice. Locks the caller's pictures until the end
 * of the transaction.
 */
export async function findForeignWorks(
  ctx: UserContext,
  tx: Tx,
  works: GivenValue<'works'>,
): Promise<Flaw[]> {
  const ids = works.map(({ file_id }) => file_id)
  return (await findForeignPictures(ctx, tx, ids)).map((n) => ({ path: `${n}.file_id` }))
}

/**
 * Places in a list of ids that name no picture of the caller, or one that occurs before. Locks the caller's pictures
 * until the end of the transaction.
 */
export async function findForeignPictures(ctx: UserContext, tx: Tx, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('files')
    .select('id')
    .where('owner_id', '=', ctx.viewer.id)
    .where('purpose', '=', 'work')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .execute()
  const ownIds = new Set(rows.map(({ id }) => id))
  return ids.flatMap((id, n) => (ownIds.has(id) && ids.indexOf(id) === n ? [] : [n]))
}

/** Replaces the caller's portfolio, in the given order. Works that are left out are deleted with their files. */
export async function setWorks(ctx: UserContext, tx: Tx, works: GivenValue<'works'>): Promise<void> {
  const user_id = ctx.viewer.id
  const now = ctx.now().toISOString()
  const ids = works.map(({ file_id }) => file_id)
  await sql`
    with gone as (delete from user_works where user_id = ${user_id} and file_id <> all(${ids}::bigint[])
      returning file_id)
    update files set deleted_at = ${now} from gone where files.id = gone.file_id`.execute(tx)
  if (works.length === 0) return
  await tx
    .insertInto('user_works')
    .values(works.map((work, place) => ({ ...work, user_id, place, created_at: now })))
    .onConflict((conflict) =>
      conflict.column('file_id').doUpdateSet((eb) => ({
        place: eb.ref('excluded.place'),
        title: eb.ref('excluded.title'),
        about: eb.ref('excluded.about'),
        link: eb.ref('excluded.link'),
      })),
    )
    .execute()
  await tx
    .updateTable('files')
    .set({ attached_at: now })
    .where('id', 'in', ids)
    .where('attached_at', 'is', null)
    .execute()
}
