import { sql } from 'kysely'
import type { z } from 'zod'
import type { OwnResponse } from '#contract/calls/listing-shapes.ts'
import type { ListRequest } from '#contract/calls/page-request.ts'
import { AppError } from '#contract/errors.ts'
import { inEachLanguage, type Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { runSlowRead } from '#db/heavy.ts'
import type { Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { readCursor, writeCursor } from '#services/core/text/cursor.ts'
import { readCards } from '#services/listings/cards/queries.ts'
import { listByIds, type Replies } from '#services/listings/page/queries.ts'
import { type Reader, readerOf, type SharedReply } from '#services/listings/projections.ts'
import { selectWithoutSender, senderColumns, toReply } from '#services/responses/queries.ts'

/** Lists of the viewer's own responses to orders or vacancies, newest first, with their listings. */

type OwnReply = z.output<typeof OwnResponse>
type Page = { items: OwnReply[]; total: { current: number; archived: number }; next_cursor: string | null }
type Asked = Pick<Reader, 'viewer_id' | 'now'> & {
  kind: ListingKind
  is_archive: boolean | null
  before: number | null
  most: number
  id: number | null
}
type PageRequest = Pick<Asked, 'kind' | 'most'> & Partial<Pick<Asked, 'is_archive' | 'before' | 'id'>>

const ownRows = inEachLanguage((language) =>
  prepare((db, { viewer_id, now, kind, is_archive, before, most, id }: Asked) =>
    selectWithoutSender(db, { viewer_id, language, now }, sql`null::int`)
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

/** The viewer's public data: the viewer is the sender of all responses in the list. */
const senders = inEachLanguage((language) =>
  prepare((db, { user_id }: { user_id: number }) =>
    db.selectFrom('users as person').select(senderColumns(language)).where('person.id', '=', user_id),
  ),
)
type Sender = Awaited<ReturnType<(typeof senders)[Language]>>[number]

const readRows = (db: Db, page: PageRequest, { viewer_id, now, language }: Reader) => {
  const { kind, is_archive = null, before = null, most, id = null } = page
  return ownRows[language](db, { viewer_id, now, kind, is_archive, before, most, id })
}

async function readSender(db: Db, { viewer_id, language }: Reader): Promise<Sender> {
  const [sender] = await senders[language](db, { user_id: viewer_id })
  if (!sender) throw new AppError('unauthenticated')
  return sender
}

/**
 * Returns a response of the viewer as the list shows it. Only the active response to a listing has a place, so a
 * withdrawn response has none.
 */
function toOwnReply(
  { item_status, ...row }: Row,
  sender: Sender,
  activeResponse: ActiveResponse,
  reader: Reader,
) {
  const place = activeResponse?.id === row.id ? activeResponse.place : null
  return { ...toReply({ ...row, ...sender }, reader), place, item_status }
}
type ActiveResponse = SharedReply['my_response'] | undefined

/** Adds to the viewer's responses their listings, in the form of listings in lists. */
function toOwnReplies<Kind extends ListingKind>(
  kind: Kind,
  { rows, sender, listings }: { rows: Row[]; sender: Sender; listings: Replies[Kind][] },
  reader: Reader,
): OwnReply[] {
  const byId = new Map(listings.map((listing) => [listing.id, listing]))
  return rows.map((row) => {
    const listing = byId.get(row.listing_id) ?? null
    return {
      ...toOwnReply(row, sender, listing?.my_response, reader),
      project: kind === 'order' ? (listing as Replies['order'] | null) : null,
      vacancy: kind === 'vacancy' ? (listing as Replies['vacancy'] | null) : null,
    }
  })
}

const idsOf = (rows: Row[]) => [...new Set(rows.map((row) => row.listing_id))]

async function readReplies(db: Db, page: PageRequest, reader: Reader): Promise<OwnReply[]> {
  const [rows, sender] = [await readRows(db, page, reader), await readSender(db, reader)]
  const listings = await listByIds(db, page.kind, idsOf(rows), reader)
  return toOwnReplies(page.kind, { rows, sender, listings }, reader)
}

/** An own response of the viewer; undefined for a response of somebody else. */
export async function findOwn(
  db: Db,
  id: number,
  kind: ListingKind,
  reader: Reader,
): Promise<OwnReply | undefined> {
  return (await readReplies(db, { kind, id, most: 1 }, reader))[0]
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

/** Latest responses of the viewer, archived or not, for clients that do not support pages. */
export function listLatestOwn(ctx: UserContext, kind: ListingKind): Promise<OwnReply[]> {
  return runSlowRead(ctx.heavy, { url: ctx.config.DATABASE_URL, clientGone: ctx.disconnectSignal() }, (tx) =>
    readReplies(tx, { kind, most: limits.list.unpaged }, readerOf(ctx)),
  )
}

/** @throws invalid_input for a cursor of another list */
export async function listOwnResponses(
  ctx: UserContext,
  { kind, is_archive, per_page, cursor }: ListRequest & { kind: ListingKind; is_archive: boolean },
): Promise<Page> {
  const reader = readerOf(ctx)
  const before = cursor === undefined ? null : readCursor(cursor, kind).id
  const [found, sender, [total = { current: 0, archived: 0 }]] = await Promise.all([
    readRows(ctx.lists, { kind, is_archive, before, most: per_page + 1 }, reader),
    readSender(ctx.lists, reader),
    totals(ctx.lists, { kind, user_id: ctx.viewer.id }),
  ])
  const rows = found.slice(0, per_page)
  const last = found.length > per_page ? rows.at(-1) : undefined
  const next_cursor = last ? writeCursor(kind, { rank: last.id, id: last.id }) : null
  const listings = await readCards(ctx, kind, idsOf(rows), reader)
  return { items: toOwnReplies(kind, { rows, sender, listings }, reader), total, next_cursor }
}
