import { sql } from 'kysely'
import type { z } from 'zod'
import type { OwnResponse } from '#contract/calls/listing-shapes.ts'
import type { ListRequest } from '#contract/calls/page-request.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { readHeavy } from '#db/heavy.ts'
import type { Tx } from '#db/index.ts'
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

/** Places are those that the listings know of the viewer's standing response: each is counted once. */
async function read(tx: Tx, { kind, is_archive, before, most, id }: Wanted, reader: Reader): Promise<Own[]> {
  const rows = await selectResponses(tx, reader, sql`null::int`)
    .select('listing.status as item_status')
    .where('response.user_id', '=', reader.viewer_id)
    .where('listing.kind', '=', kind)
    .$if(id !== undefined, (query) => query.where('response.id', '=', id ?? 0))
    .$if(is_archive !== undefined, (query) => query.where('response.is_archive', '=', is_archive === true))
    .$if(before !== undefined, (query) => query.where('response.id', '<', before ?? 0))
    .orderBy('response.id', 'desc')
    .limit(most)
    .execute()
  const ids = rows.map((row) => row.listing_id)
  const projects = byId(kind === 'order' ? await listOrdersByIds(tx, ids, reader) : [])
  const vacancies = byId(kind === 'vacancy' ? await listVacanciesByIds(tx, ids, reader) : [])
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
  tx: Tx,
  id: number,
  kind: ListingKind,
  reader: Reader,
): Promise<Own | undefined> {
  return (await read(tx, { kind, id, most: 1 }, reader))[0]
}

function byId<T extends { id: number }>(items: T[]): Map<number, T> {
  return new Map(items.map((item) => [item.id, item]))
}

async function count(tx: Tx, kind: ListingKind, user_id: number): Promise<Page['total']> {
  return tx
    .selectFrom('responses as response')
    .innerJoin('listings as listing', 'listing.id', 'response.listing_id')
    .select([
      sql<number>`(count(*) filter (where not response.is_archive))::int`.as('current'),
      sql<number>`(count(*) filter (where response.is_archive))::int`.as('archived'),
    ])
    .where('response.user_id', '=', user_id)
    .where('listing.kind', '=', kind)
    .executeTakeFirstOrThrow()
}

const heavily = <T>(ctx: UserContext, run: (tx: Tx) => Promise<T>) =>
  readHeavy(ctx.heavy, { url: ctx.config.DATABASE_URL, gone: ctx.gone() }, run)

/** For clients that know no pages: the latest ones, put away or not. */
export function listLatestOwn(ctx: UserContext, kind: ListingKind): Promise<Own[]> {
  return heavily(ctx, (tx) => read(tx, { kind, most: limits.list.unpaged }, readerOf(ctx)))
}

/** @throws invalid_input for a foreign cursor */
export function listOwnResponses(
  ctx: UserContext,
  { kind, is_archive, per_page, cursor }: ListRequest & { kind: ListingKind; is_archive: boolean },
): Promise<Page> {
  const before = cursor === undefined ? undefined : readCursor(cursor, kind).id
  return heavily(ctx, async (tx) => {
    const found = await read(tx, { kind, is_archive, before, most: per_page + 1 }, readerOf(ctx))
    const items = found.slice(0, per_page)
    const last = found.length > per_page ? items.at(-1) : undefined
    const next_cursor = last ? writeCursor(kind, { rank: last.id, id: last.id }) : null
    return { items, total: await count(tx, kind, ctx.viewer.id), next_cursor }
  })
}
