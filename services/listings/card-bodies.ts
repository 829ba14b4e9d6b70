import type { z } from 'zod'
import { Order, Vacancy } from '#contract/calls/listing-shapes.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { changesOf, partsOf } from '#services/core/written-parts.ts'
import { findNames } from '#services/reference/shown-names.ts'
import { writePeople } from '#services/users/written-people.ts'
import type { CardRow } from './card-rows.ts'
import type { Reader } from './projections.ts'
import { type PublicOrder, type PublicVacancy, publicListings, toOrder, toVacancy } from './queries.ts'

type Kept = [id: number, json: Buffer]

/** What a card says to everybody: the fields of the listing and its author, in pieces of JSON that the process keeps. */
export type Body = Uint8Array[]

/** What the kept parts leave out: it moves without the listing, or is the viewer's. */
const moving = {
  author: true,
  responses_count: true,
  views_count: true,
  is_favorite: true,
  is_owner: true,
  is_responded: true,
  my_response: true,
  hidden_reason: true,
  rejection_reason: true,
  new_responses: true,
  reason: true,
  why: true,
  author_record: true,
  files: true,
  chats: true,
} as const
const shapes = {
  order: Order.omit({ ...moving, boost_slots_free: true, boost_place: true }),
  vacancy: Vacancy.omit(moving),
}
const namesOf = (shape: z.ZodObject) => Object.keys(shape.shape)
const names = { order: namesOf(shapes.order), vacancy: namesOf(shapes.vacancy) }

/** What the sides of a listing alone are shown of it, as everybody else is. */
const withheld = {
  ...{ is_owner: false, is_executor: false, is_favorite: false, is_responded: false, is_edit_pending: false },
  ...{ is_staff: false, blocks_viewer: false, my_response: null, executor_id: null, executor: null },
  ...{
    hidden_reason: null,
    rejection_reason: null,
    review_until: null,
    own_review: null,
    author_record: null,
  },
  ...{ author: null, deal: null, boosts: 0, new_responses: 0, views_count: 0, chats: [], files: [] },
}

/** Rates are shown for a week of days: another day may show another card. */
const nameOf = ({ language, now }: Reader, id: number) => `${language} ${now.slice(0, 10)} ${id}`

/** Bodies of the cards that rows stand for, by id, made now where they are not kept. Nothing for those in a deal. */
export async function findBodies(
  ctx: Context,
  kind: ListingKind,
  rows: CardRow[],
  reader: Reader,
): Promise<Map<number, Body>> {
  const shown = rows.filter((row) => !row.is_in_deal)
  const authors = shown.map(({ author_id, author_version }) => ({ id: author_id, version: author_version }))
  const [listings, people] = await Promise.all([
    writeListings(ctx, kind, shown, reader),
    writePeople(ctx, reader.language, authors),
  ])
  const bodies = new Map<number, Body>()
  for (const { id, author_id } of shown) {
    const [listing, author] = [listings.get(id), people.get(author_id)]
    if (listing && author) bodies.set(id, [listing, opening, author, closing])
  }
  return bodies
}

/** How to reach an author is for the executor alone. */
const [opening, closing] = [Buffer.from(',"author":'), Buffer.from(',"telegram_link":null}')]

async function writeListings(
  ctx: Context,
  kind: ListingKind,
  rows: CardRow[],
  reader: Reader,
): Promise<Map<number, Buffer>> {
  const { listings } = partsOf(ctx)
  const written = new Map<number, Buffer>()
  const missing: number[] = []
  for (const { id, version } of rows) {
    const known = listings.find(nameOf(reader, id), version)
    if (known) written.set(id, known)
    else missing.push(id)
  }
  for (const [id, json] of missing.length > 0 ? await keepListings(ctx, kind, missing, reader) : [])
    written.set(id, json)
  return written
}

async function keepListings(ctx: Context, kind: ListingKind, ids: number[], reader: Reader): Promise<Kept[]> {
  return kind === 'order'
    ? keepOrders(ctx, await publicListings.order(ctx.lists, { ids }), reader)
    : keepVacancies(ctx, await publicListings.vacancy(ctx.lists, { ids }), reader)
}

/** Keeps what rows of one statement say of listings, whatever else stands in them. */
export async function keepOrders(ctx: Context, rows: PublicOrder[], reader: Reader): Promise<Kept[]> {
  const named = await nameAll(ctx, rows, reader)
  return named.map(({ version, ...row }) =>
    keep(ctx, 'order', version, toOrder({ ...row, ...withheld }, reader), reader),
  )
}
export async function keepVacancies(ctx: Context, rows: PublicVacancy[], reader: Reader): Promise<Kept[]> {
  const named = await nameAll(ctx, rows, reader)
  return named.map(({ version, ...row }) =>
    keep(ctx, 'vacancy', version, toVacancy({ ...row, ...withheld }, reader.link), reader),
  )
}

/** With the names of their categories and currencies. */
async function nameAll<Row extends PublicOrder | PublicVacancy>(ctx: Context, rows: Row[], reader: Reader) {
  const [first] = rows
  if (!first) return []
  const { categories, currencies } = await findNames(ctx, reader, changesOf(first.version))
  return rows.map((row) => {
    const currency = currencies.get(row.currency_id)
    if (!currency) throw new Error(`currency ${row.currency_id} of a listing is not there`)
    return { ...row, currency, category: categories.get(row.category_id ?? 0) ?? null }
  })
}

type Made = Record<string, unknown> & { id: number }
function keep(ctx: Context, kind: ListingKind, version: string, made: Made, reader: Reader): Kept {
  return [made.id, partsOf(ctx).listings.keep(nameOf(reader, made.id), version, fieldsOf(made, names[kind]))]
}

/** In whichever version. */
export const isBodyKept = (ctx: Context, reader: Reader, id: number) =>
  partsOf(ctx).listings.has(nameOf(reader, id))

/** These fields of it as JSON, without the bracket that closes them. */
function fieldsOf(value: Record<string, unknown>, fields: string[]): Buffer {
  const chosen: Record<string, unknown> = {}
  for (const name of fields) chosen[name] = value[name]
  return Buffer.from(JSON.stringify(chosen).slice(0, -1))
}
