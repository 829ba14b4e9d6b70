import { sql } from 'kysely'
import type { z } from 'zod'
import type { OwnResponse } from '#contract/calls/listing-shapes.ts'
import type { ListRequest } from '#contract/calls/page-request.ts'
import { inEachLanguage } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { readHeavy } from '#db/heavy.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { readCursor, writeCursor } from '#services/core/cursor.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { type Reader, readerOf } from '#services/listings/projections.ts'
import { listOrdersByIds, listVacanciesByIds } from '#services/listings/queries.ts'
import { selectResponses, toReply } from './queries.ts'

/** The viewer's own responses to orders or to vacancies, the newest first, with what became of their listings. */

type Own = z.output<typeof OwnResponse>
type Page = { items: Own[]; total: { current: number; archived: number }; next_cursor: string | null }
type Wanted = {
  kind: ListingKind
  is_archive?: boolean
  before?: number | undefined
  most: number
  id?: number
}

type Asked = Pick<Reader, 'viewer_id' | 'now'> & {
  kind: ListingKind
  is_archive: boolean | null
  before: number | null
  most: number
  id: number | null
}
const ownRows = inEachLanguage((language) =>
  prepare((db, { viewer_id, now, kind, is_archive, before, most, id }: Asked) =>
    selectResponses(db, { viewer_id, language, now }, sql`null::int`)
      .select('listing.status as item_status')
      .where('response.user_id', '=', viewer_id)
      .where('listing.kind', '=', kind)
      .where(sql<boolean>`response.id = coalesce(${id}::bigint, response.id)`)
      .where(sql<boolean>`coalesce(response.is_archive = ${is_archive}::boolean, true)`)
      .where(sql<boolean>`response.id < coalesce(${before}::bigint, ${sql.lit(Number.MAX_SAFE_INTEGER)})`)
      .orderBy('response.id', 'desc')
      .limit(most),
  ),
)

/** Places are those that the listings know of the viewer's standing response: each is counted once. */
async function read(db: Db, { kind, is_archive, before, most, id }: Wanted, reader: Reader): Promise<Own[]> {
  const { viewer_id, now, language } = reader
  const wanted = { kind, is_archive: is_archive ?? null, before: before ?? null, most, id: id ?? null }
  const rows = await ownRows[language](db, { viewer_id, now, ...wanted })
  const ids = rows.map((row) => row.listing_id)
  const projects = byId(kind === 'order' ? await listOrdersByIds(db, ids, reader) : [])
  const vacancies = byId(kind === 'vacancy' ? await listVacanciesByIds(db, ids, reader) : [])
  return rows.map((row) => {
    const project = projects.get(row.listing_id) ?? null
    const vacancy = vacancies.get(row.listing_id) ?? null
    const standing = (project ?? vacancy)?.my_response
    const place = standing?.id === row.id ? standing.place : null
    return { ...toReply(row, reader), place, item_status: row.item_status, project, vacancy }
  })
}

/** One of them; undefined for anybody else's. */
export async function findOwn(
  db: Db,
  id: number,
  kind: ListingKind,
  reader: Reader,
): Promise<Own | undefined> {
  return (await read(db, { kind, id, most: 1 }, reader))[0]
}

function byId<T extends { id: number }>(items: T[]): Map<number, T> {
  return new Map(items.map((item) => [item.id, item]))
}

const totals = prepare((db, { kind, user_id }: { kind: ListingKind; user_id: number }) =>
  db
    .selectFrom('responses as response')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .select([
      sql<number>`(count(*) filter (where not response.is_archive))::int`.as('current'),
      sql<number>`(count(*) filter (where response.is_archive))::int`.as('archived'),
    ])
    .where('response.user_id', '=', user_id)
    .where('listing.kind', '=', kind),
)

/** For clients that know no pages: the latest ones, put away or not. */
export function listLatestOwn(ctx: UserContext, kind: ListingKind): Promise<Own[]> {
  return readHeavy(ctx.heavy, { url: ctx.config.DATABASE_URL, gone: ctx.gone() }, (tx) =>
    read(tx, { kind, most: limits.list.unpaged }, readerOf(ctx)),
  )
}

/** @throws invalid_input for a foreign cursor */
export async function listOwnResponses(
  ctx: UserContext,
  { kind, is_archive, per_page, cursor }: ListRequest & { kind: ListingKind; is_archive: boolean },
): Promise<Page> {
  const before = cursor === undefined ? undefined : readCursor(cursor, kind).id
  const [found, [total = { current: 0, archived: 0 }]] = await Promise.all([
    read(ctx.lists, { kind, is_archive, before, most: per_page + 1 }, readerOf(ctx)),
    totals(ctx.lists, { kind, user_id: ctx.viewer.id }),
  ])
  const items = found.slice(0, per_page)
  const last = found.length > per_page ? items.at(-1) : undefined
  const next_cursor = last ? writeCursor(kind, { rank: last.id, id: last.id }) : null
  return { items, total, next_cursor }
}
