import { type RawBuilder, sql } from 'kysely'
import { Written } from '#contract/calls/call.ts'
import { Order, Vacancy } from '#contract/calls/listing-shapes.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import { type FileReply, type FileRow, filesJson, toFile } from '#services/files/queries.ts'
import { hasBlocked } from '#services/users/blocks.ts'
import { type AuthorRecordReply, type RecordRow, recordOf, toAuthorRecord } from '#services/users/records.ts'
import { nameOf, partsOf } from './card-parts.ts'
import type { Reader } from './projections.ts'
import {
  boostOffer,
  listOrdersByIds,
  listPublic,
  listVacanciesByIds,
  type OrderReply,
  type VacancyReply,
} from './queries.ts'
import { boosts, versions } from './selection.ts'

/**
 * Cards of listings as JSON that is put together and not written anew: what a card says to everybody is kept by each
 * process (card-parts.ts), and one row per card brings the versions of that, what is counted, and what is the
 * viewer's own. A side of a listing is shown more than others are, and gets a card of their own.
 */

/** What the parts leave out: it moves without the listing, or is the viewer's. */
const moving = {
  author: true,
  responses_count: true,
  views_count: true,
  is_favorite: true,
  reason: true,
  why: true,
  author_record: true,
  files: true,
  chats: true,
} as const
const forEverybody = {
  order: Order.omit({ ...moving, boost_slots_free: true, boost_place: true }),
  vacancy: Vacancy.omit(moving),
}
const authorAlone = Order.pick({ author: true })
const whole = { order: Order, vacancy: Vacancy }

type Cards = { order: OrderReply; vacancy: VacancyReply }

export type CardRow = {
  id: number
  version: string
  author_id: number
  author_version: string
  responses_count: number
  views_count: number
  /** Paid places that are taken; null where they are not offered. */
  boosts: number | null
  is_favorite: boolean
  /** The viewer wrote it, does its work or has responded. */
  is_side: boolean
}

/** The columns of a `CardRow` over `listing`. */
export function cardColumns(viewer_id: number): RawBuilder<unknown> {
  return sql`listing.id, ${sql.join(versions)}, listing.author_id, listing.responses_count,
    coalesce((select views_count from listing_views where listing_id = listing.id), 0) as views_count,
    case when listing.response_stake > 0 then ${boosts} end as boosts,
    exists (select from favorite_listings where listing_id = listing.id and user_id = ${viewer_id}) as is_favorite,
    listing.author_id = ${viewer_id} or coalesce(listing.executor_id = ${viewer_id}, false)
      or exists (select from responses mine where mine.listing_id = listing.id
        and mine.user_id = ${viewer_id} and mine.status <> 'withdrawn') as is_side`
}

/**
 * A page of `id` and `key` with the rows of its cards, by one statement. The ids go in as a list: of a page whose
 * length is a parameter Postgres believes that it is a tenth of the market, and would read all of it. They come in no
 * order: `place` says it.
 * @param more columns besides
 * @param before what the page is read from, each with a comma behind it
 */
export function withCards(
  page: RawBuilder<unknown>,
  viewer_id: number,
  more: RawBuilder<unknown>,
  before: RawBuilder<unknown> = sql``,
): RawBuilder<CardRow & { id: number; key: string | null; place: number }> {
  return sql`with ${before}page as materialized (${page})
    select ${cardColumns(viewer_id)}, (select key::text from page where page.id = listing.id) as key,
      array_position(array(select id from page), listing.id) as place${more}
    from listings listing where listing.id = any(array(select id from page))`
}

type Asked = { ids: number[]; viewer_id: number }
const rowsByIds = prepare((db, { ids, viewer_id }: Asked) => ({
  compile: () =>
    sql<CardRow>`select ${cardColumns(viewer_id)} from listings listing
      where listing.id = any(${ids})`.compile(db),
}))

/** Why each is recommended, by id. */
type Reasons = Map<number, Why>
type Why = Pick<OrderReply, 'reason' | 'why'>
const unexplained: Why = { reason: null, why: null }

/** By id, in the order of the ids. */
export async function findCardRows(
  ctx: Context,
  ids: number[],
  viewer_id: number,
): Promise<Map<number, CardRow>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsByIds(ctx.lists, { ids, viewer_id })
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: CardRow) => places.get(id) ?? 0
  return new Map(rows.sort((one, other) => placeOf(one) - placeOf(other)).map((row) => [row.id, row]))
}

/** A JSON list of cards by ids, in the order of the ids. */
export async function writeCardsByIds<Kind extends ListingKind>(
  ctx: Context,
  kind: Kind,
  ids: number[],
  reader: Reader,
): Promise<Written<Cards[Kind][]>> {
  const rows = await findCardRows(ctx, ids, reader.viewer_id)
  return writeCards(ctx, kind, [...rows.values()], reader)
}

/** A JSON list of the cards that rows stand for. */
export async function writeCards<Kind extends ListingKind>(
  ctx: Context,
  kind: Kind,
  rows: CardRow[],
  reader: Reader,
  reasons?: Reasons,
): Promise<Written<Cards[Kind][]>> {
  const [bodies, own] = await Promise.all([
    findBodies(ctx, kind, rows, reader),
    writeOwn(ctx, kind, rows, reader, reasons),
  ])
  const pieces: Uint8Array[] = []
  for (const [place, row] of rows.entries()) {
    const card = own?.get(row.id)
    const body = bodies[place]
    const between = pieces.length === 0 ? opening : comma
    if (card) pieces.push(between, card)
    else if (body)
      pieces.push(between, ...body, tail(kind, row, { ...inLists, ...(reasons?.get(row.id) ?? unexplained) }))
  }
  return new Written(pieces.length === 0 ? empty : Buffer.concat([...pieces, closing]))
}

const [empty, opening, comma, closing] = [
  Buffer.from('[]'),
  Buffer.from('['),
  Buffer.from(','),
  Buffer.from(']'),
]

/** The listing and its author, as they are kept: the first fields of a card, which `tail` ends. */
type Body = [listing: Buffer, author: Buffer]

/** What everybody is shown, made now where it is not kept. Nothing for rows of sides. */
async function findBodies(
  ctx: Context,
  kind: ListingKind,
  rows: CardRow[],
  reader: Reader,
): Promise<(Body | undefined)[]> {
  const { listings, authors } = partsOf(ctx)
  const name = (id: number) => nameOf(reader, id)
  const found = rows.map((row): Body | undefined => {
    const listing = listings.find(name(row.id), row.version)
    const author = listing && authors.find(name(row.author_id), row.author_version)
    return author && [listing, author]
  })
  const missing = rows.filter((row, place) => !row.is_side && !found[place]).map(({ id }) => id)
  if (missing.length === 0) return found
  const made = new Map<number, Body>()
  for (const { reply, version, author_version } of await listPublic(ctx.lists, kind, missing, reader))
    made.set(reply.id, [
      listings.keep(name(reply.id), version, fieldsOf(forEverybody[kind].parse(reply), '{')),
      authors.keep(name(reply.author.id), author_version, fieldsOf(authorAlone.parse(reply), ',')),
    ])
  return found.map((body, place) => body ?? made.get(rows[place]?.id ?? 0))
}

/** `{"a":1}` without its brackets. */
const fieldsOf = (value: object, start: '{' | ',') =>
  Buffer.from(`${start}${JSON.stringify(value).slice(1, -1)}`)

type Last = Why & {
  author_record: AuthorRecordReply | null
  files: FileReply[]
  chats: { id: number }[]
}
const inLists = { author_record: null, files: [], chats: [] }

/** What is counted, and what is the viewer's who is no side. */
function tail(kind: ListingKind, row: CardRow, last: Last): Buffer {
  const { responses_count, views_count, is_favorite, boosts } = row
  const offer = kind === 'order' ? boostOffer(boosts) : undefined
  return Buffer.from(
    `,${JSON.stringify({ responses_count, views_count, is_favorite, ...offer, ...last }).slice(1)}`,
  )
}

/** Cards of sides, each with all that this side is shown. */
async function writeOwn(
  ctx: Context,
  kind: ListingKind,
  rows: CardRow[],
  reader: Reader,
  reasons?: Reasons,
): Promise<Map<number, Buffer> | undefined> {
  const ids = rows.flatMap(({ id, is_side }) => (is_side ? id : []))
  if (ids.length === 0) return undefined
  const list = kind === 'order' ? listOrdersByIds : listVacanciesByIds
  const cards = await list(ctx.lists, ids, reader)
  return new Map(
    cards.map((card) => {
      const why = reasons?.get(card.id) ?? unexplained
      return [card.id, Buffer.from(JSON.stringify(whole[kind].parse({ ...card, ...why })))]
    }),
  )
}

type PageRow = CardRow & { files: FileRow[]; chats: Last['chats']; author_record: RecordRow | null }
type AskedPage = { kind: ListingKind; id: number; viewer_id: number }

/** Of whom nothing has to be decided: the listing is open to everybody, and the viewer is no side and no staff. */
const plainPage = prepare((db, { kind, id, viewer_id }: AskedPage) => ({
  compile: () =>
    sql<PageRow>`select ${cardColumns(viewer_id)}, ${filesJson('listing')} as files,
      ${recordOf(sql`listing.author_id`)} as author_record,
      (select coalesce(json_agg(json_build_object('id', room.id) order by room.id), '[]') from chat_rooms room
        where room.listing_id = listing.id and ${viewer_id} in (room.user_low, room.user_high)) as chats
    from listings listing
    where listing.id = ${id} and listing.kind = ${kind} and listing.status = 'published'
      and not ${hasBlocked('listing.author_id', viewer_id)}
      and not exists (select from users where id = ${viewer_id} and role <> 'user')`.compile(db),
}))

/** The full page for those to whom it says the same, which are most; undefined where it has to be read whole. */
export async function writePlainPage<Kind extends ListingKind>(
  ctx: Context,
  kind: Kind,
  id: number,
  reader: Reader,
): Promise<Written<Cards[Kind]> | undefined> {
  const [row] = await plainPage(ctx.lists, { kind, id, viewer_id: reader.viewer_id })
  if (!row || row.is_side) return undefined
  const [body] = await findBodies(ctx, kind, [row], reader)
  const files = row.files.map((file) => toFile(file, reader.link))
  const author_record = toAuthorRecord(row.author_record)
  const last = { ...unexplained, author_record, files, chats: row.chats }
  return body && new Written(Buffer.concat([...body, tail(kind, row, last)]))
}
