import { sql } from 'kysely'
import type { z } from 'zod'
import type { Written } from '#contract/calls/call.ts'
import type { OwnResponse } from '#contract/calls/listing-shapes.ts'
import type { ListRequest } from '#contract/calls/page-request.ts'
import { AppError } from '#contract/errors.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { readHeavy } from '#db/heavy.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { readCursor, writeCursor } from '#services/core/text/cursor.ts'
import { writeList, writeObject } from '#services/core/written.ts'
import { findCardRows } from '#services/listings/card-rows.ts'
import { assembleCards } from '#services/listings/cards.ts'
import { type Reader, readerOf, type SharedReply } from '#services/listings/projections.ts'
import { listOrdersByIds, listVacanciesByIds } from '#services/listings/queries.ts'
import { selectUnsigned, senderColumns, toReply } from '#services/responses/queries.ts'

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
    selectUnsigned(db, { viewer_id, language, now }, sql`null::int`)
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
type Row = Awaited<ReturnType<(typeof ownRows)[Language]>>[number]

/** Who sent them all. */
const senders = inEachLanguage((language) =>
  prepare((db, { user_id }: { user_id: number }) =>
    db.selectFrom('users as person').select(senderColumns(language)).where('person.id', '=', user_id),
  ),
)
type Sender = Awaited<ReturnType<(typeof senders)[Language]>>[number]

const readRows = (db: Db, wanted: Wanted, { viewer_id, now, language }: Reader) => {
  const { kind, is_archive = null, before = null, most, id = null } = wanted
  return ownRows[language](db, { viewer_id, now, kind, is_archive, before, most, id })
}

async function readSender(db: Db, { viewer_id, language }: Reader): Promise<Sender> {
  const [sender] = await senders[language](db, { user_id: viewer_id })
  if (!sender) throw new AppError('unauthenticated')
  return sender
}

/** The place is what the listing knows of the viewer's standing response: each is counted once. */
function toOwn({ item_status, ...row }: Row, sender: Sender, standing: Standing, reader: Reader) {
  const place = standing?.id === row.id ? standing.place : null
  return { ...toReply({ ...row, ...sender }, reader), place, item_status }
}
type Standing = SharedReply['my_response'] | undefined

async function read(db: Db, wanted: Wanted, reader: Reader): Promise<Own[]> {
  const [rows, sender] = [await readRows(db, wanted, reader), await readSender(db, reader)]
  const ids = rows.map((row) => row.listing_id)
  const projects = byId(wanted.kind === 'order' ? await listOrdersByIds(db, ids, reader) : [])
  const vacancies = byId(wanted.kind === 'vacancy' ? await listVacanciesByIds(db, ids, reader) : [])
  return rows.map((row) => {
    const project = projects.get(row.listing_id) ?? null
    const vacancy = vacancies.get(row.listing_id) ?? null
    return { ...toOwn(row, sender, (project ?? vacancy)?.my_response, reader), project, vacancy }
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
): Promise<Written<Page>> {
  const reader = readerOf(ctx)
  const before = cursor === undefined ? undefined : readCursor(cursor, kind).id
  const [found, sender, [total = { current: 0, archived: 0 }]] = await Promise.all([
    readRows(ctx.lists, { kind, is_archive, before, most: per_page + 1 }, reader),
    readSender(ctx.lists, reader),
    totals(ctx.lists, { kind, user_id: ctx.viewer.id }),
  ])
  const rows = found.slice(0, per_page)
  const last = found.length > per_page ? rows.at(-1) : undefined
  const next_cursor = last ? writeCursor(kind, { rank: last.id, id: last.id }) : null
  return writeObject<Page>({ items: await writeOwn(ctx, kind, rows, sender, reader), total, next_cursor })
}

/** With the listings as they stand in lists. */
async function writeOwn(
  ctx: UserContext,
  kind: ListingKind,
  rows: Row[],
  sender: Sender,
  reader: Reader,
): Promise<Written<Own[]>> {
  const cardRows = await findCardRows(ctx, [...new Set(rows.map((row) => row.listing_id))], reader.viewer_id)
  const cards = await assembleCards(ctx, kind, [...cardRows.values()], reader)
  return writeList(
    rows.map((row) => {
      const own = toOwn(row, sender, cardRows.get(row.listing_id)?.my_response, reader)
      const [name, other] = kind === 'order' ? ['project', 'vacancy'] : ['vacancy', 'project']
      const plain = JSON.stringify({ ...own, [other]: null })
      return [
        Buffer.from(`${plain.slice(0, -1)},"${name}":`),
        ...(cards.get(row.listing_id) ?? [nothing]),
        closing,
      ]
    }),
  )
}
const [nothing, closing] = [Buffer.from('null'), Buffer.from('}')]
