import { Written } from '#contract/calls/call.ts'
import { Order, Vacancy } from '#contract/calls/listing-shapes.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { writeList } from '#services/core/written.ts'
import { type FileReply, toFile } from '#services/files/queries.ts'
import { type AuthorRecordReply, toAuthorRecord } from '#services/users/people/records.ts'
import { findBodies, type Moving } from './card-bodies.ts'
import { type CardRow, findCardRows } from './card-rows.ts'
import { findPlainPage } from './plain-pages.ts'
import type { Reader } from './projections.ts'
import {
  boostOffer,
  listOrdersByIds,
  listVacanciesByIds,
  type OrderReply,
  type VacancyReply,
} from './queries.ts'

/**
 * Cards of listings as JSON that is put together and not written anew: what a card says to everybody is kept by each
 * process (card-bodies.ts), and one row per card brings the rest. The two sides of a deal are shown more than others
 * are, and get a card of their own.
 */

const whole = { order: Order, vacancy: Vacancy }
type Cards = { order: OrderReply; vacancy: VacancyReply }

/** Why each is recommended, by id. */
type Reasons = Map<number, Why>
type Why = Pick<OrderReply, 'reason' | 'why'>
const unexplained: Why = { reason: null, why: null }

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
  return writeList([...(await assembleCards(ctx, kind, rows, reader, reasons)).values()])
}

/** The cards that rows stand for, by id and in their order, each in pieces of JSON. */
export async function assembleCards(
  ctx: Context,
  kind: ListingKind,
  rows: CardRow[],
  reader: Reader,
  reasons?: Reasons,
): Promise<Map<number, Uint8Array[]>> {
  const [bodies, inDeals] = await Promise.all([
    findBodies(ctx, kind, rows, reader),
    writeInDeals(ctx, kind, rows, reader, reasons),
  ])
  const cards = new Map<number, Uint8Array[]>()
  for (const row of rows) {
    const card = inDeals?.get(row.id)
    const body = bodies.get(row.id)
    const why = reasons?.get(row.id) ?? unexplained
    if (card) cards.set(row.id, [card])
    else if (body) cards.set(row.id, [...body, tail(kind, row, { ...inLists, ...why })])
  }
  return cards
}

type Last = Why & {
  author_record: AuthorRecordReply | null
  files: FileReply[]
  chats: { id: number }[]
}
const inLists = { author_record: null, files: [], chats: [] }

const ofOthers = { hidden_reason: null, rejection_reason: null, new_responses: 0 }

/** Of the author: how to reach them is for the executor alone. */
const ending = ',"telegram_link":null},'

/** What is counted, and what is the viewer's. */
function tail(kind: ListingKind, row: CardRow, last: Last): Buffer {
  const { responses_count, views_count, is_favorite, my_response, own, boosts } = row
  const offer = kind === 'order' ? boostOffer(boosts) : undefined
  const viewers = { is_favorite, is_owner: own !== null, is_responded: my_response !== null, my_response }
  const fields: Pick<OrderReply, Moving> | Pick<VacancyReply, Moving & keyof VacancyReply> = {
    responses_count,
    views_count,
    ...viewers,
    ...(own ?? ofOthers),
    ...offer,
    ...last,
  }
  return Buffer.from(`${ending}${JSON.stringify(fields).slice(1)}`)
}

/** Cards of the sides of a deal, each with all that this side is shown. */
async function writeInDeals(
  ctx: Context,
  kind: ListingKind,
  rows: CardRow[],
  reader: Reader,
  reasons?: Reasons,
): Promise<Map<number, Buffer> | undefined> {
  const ids = rows.flatMap(({ id, is_in_deal }) => (is_in_deal ? id : []))
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

/** The full page for those to whom it says the same, which are most; undefined where it has to be read whole. */
export async function writePlainPage<Kind extends ListingKind>(
  ctx: Context,
  kind: Kind,
  id: number,
  reader: Reader,
): Promise<Written<Cards[Kind]> | undefined> {
  const row = await findPlainPage(ctx, kind, id, reader)
  if (!row || row.my_response || row.is_in_deal) return undefined
  const body = (await findBodies(ctx, kind, [row], reader)).get(id)
  const files = row.files.map((file) => toFile(file, reader.link))
  const author_record = toAuthorRecord(row.author_record)
  const last = { ...unexplained, author_record, files, chats: row.chats }
  return body && new Written(Buffer.concat([...body, tail(kind, row, last)]))
}
