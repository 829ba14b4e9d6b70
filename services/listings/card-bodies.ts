import type { ListingKind } from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { changesOf, type Part, partsOf } from '#services/core/written-parts.ts'
import { findNames, type Names } from '#services/reference/shown-names.ts'
import { writePeople } from '#services/users/people/written-people.ts'
import type { CardRow } from './card-rows.ts'
import type { Reader } from './projections.ts'
import {
  orderFields,
  type PublicOrder,
  type PublicVacancy,
  publicListings,
  vacancyFields,
} from './public-listings.ts'
import type { OrderReply, VacancyReply } from './queries.ts'

/** What a card says to everybody, in pieces of JSON that end within its author. */
export type Body = Uint8Array[]

/** What moves without the listing, or is the viewer's: the last piece of a card (cards.ts). */
export type Moving =
  | ('responses_count' | 'views_count' | 'boost_slots_free' | 'boost_place' | 'files' | 'chats')
  | ('is_favorite' | 'is_owner' | 'is_responded' | 'my_response' | 'hidden_reason' | 'rejection_reason')
  | ('new_responses' | 'reason' | 'why' | 'author_record')
type Named = 'author' | 'category' | 'currency' | 'subtitle'
type Fields = typeof orderFields | typeof vacancyFields
type Rest<Reply, Own extends Fields> = Omit<
  Reply,
  keyof ReturnType<Own>['own'] | keyof ReturnType<Own>['common'] | Moving | Named
>

/** What the sides of a listing alone are shown of it, as everybody else is. */
const ofSides = {
  ...{ executor_id: null, executor: null, is_executor: false, is_edit_pending: false },
  ...{ review_until: null, own_review: null, responses: [] },
}
const ofOrder: Rest<OrderReply, typeof orderFields> = { ...ofSides, deal: null }
const ofVacancy: Rest<VacancyReply, typeof vacancyFields> = ofSides

const withheld = {
  order: JSON.stringify(ofOrder).slice(1, -1),
  vacancy: JSON.stringify(ofVacancy).slice(1, -1),
}
/** Into memory of its own: of a buffer that is kept Node would hold a whole slab, several times its size. */
const write = (json: string) => new TextEncoder().encode(json)
const subtitle = write(',"subtitle":')

/** By the listing's kind, category and currency; there are as many as are met. */
const middles = new WeakMap<Names, Map<string, Uint8Array>>()

/** What stands between a listing and its author: what is withheld, its category and its currency. */
function middleOf(names: Names, kind: ListingKind, { category_id, currency_id }: CardRow): Uint8Array {
  const made = middles.get(names) ?? new Map<string, Uint8Array>()
  middles.set(names, made)
  const name = `${kind} ${category_id} ${currency_id}`
  const known = made.get(name)
  if (known) return known
  const currency = names.currencies.get(currency_id)
  if (!currency) throw new Error(`currency ${currency_id} of a listing is not there`)
  const category = names.categories.get(category_id ?? 0) ?? null
  const named = JSON.stringify({ category, currency }).slice(1, -1)
  const middle = write(`,${withheld[kind]},${named},"author":`)
  made.set(name, middle)
  return middle
}

/** Bodies of the cards that rows stand for, by id, made now where they are not kept. Nothing for those in a deal. */
export async function findBodies(
  ctx: Context,
  kind: ListingKind,
  rows: CardRow[],
  reader: Reader,
): Promise<Map<number, Body>> {
  const bodies = new Map<number, Body>()
  const shown = rows.filter((row) => !row.is_in_deal)
  if (shown.length === 0) return bodies
  const authors = shown.map(({ author_id, author_version }) => ({ id: author_id, version: author_version }))
  const changes = Math.max(...shown.map((row) => changesOf(row.version)))
  const [listings, people, names] = await Promise.all([
    writeListings(ctx, kind, shown),
    writePeople(ctx, reader.language, authors),
    findNames(ctx, reader, changes),
  ])
  for (const row of shown) {
    const [listing, author] = [listings.get(row.id), people.get(row.author_id)]
    if (!listing || !author) continue
    const { common, json, again } = listing
    const twice = kind === 'order' ? [subtitle, json.subarray(again)] : []
    bodies.set(row.id, [common, json, ...twice, middleOf(names, kind, row), author])
  }
  return bodies
}

async function writeListings(ctx: Context, kind: ListingKind, rows: CardRow[]): Promise<Map<number, Part>> {
  const parts = partsOf(ctx)
  const written = new Map<number, Part>()
  const missing: number[] = []
  for (const { id, version } of rows) {
    const known = parts.find(id, version)
    if (known) written.set(id, known)
    else missing.push(id)
  }
  if (missing.length === 0) return written
  const made =
    kind === 'order'
      ? keepOrders(ctx, await publicListings.order(ctx.lists, { ids: missing }))
      : keepVacancies(ctx, await publicListings.vacancy(ctx.lists, { ids: missing }))
  for (const [id, part] of made) written.set(id, part)
  return written
}

type Kept = [id: number, part: Part]

/** Keeps what rows of one statement say of listings, whatever else stands in them. */
export const keepOrders = (ctx: Context, rows: PublicOrder[]): Kept[] =>
  rows.map((row) => keep(ctx, row, orderFields(row), Buffer.byteLength(JSON.stringify(row.subtitle))))
export const keepVacancies = (ctx: Context, rows: PublicVacancy[]): Kept[] =>
  rows.map((row) => keep(ctx, row, vacancyFields(row)))

/** @param last so many bytes at the end are told again */
function keep(
  ctx: Context,
  { id, version }: PublicOrder | PublicVacancy,
  { own, common }: ReturnType<Fields>,
  last = 0,
): Kept {
  const json = Buffer.from(`,${JSON.stringify(own).slice(1, -1)}`)
  const part = { json, again: json.length - last, common: findCommon(JSON.stringify(common).slice(0, -1)) }
  partsOf(ctx).keep(id, version, part)
  return [id, part]
}

/** What listings say in the same words, by its JSON. */
const commons = new Map<string, Uint8Array>()
const mostCommons = 5000

function findCommon(json: string): Uint8Array {
  const known = commons.get(json)
  if (known) return known
  if (commons.size >= mostCommons) commons.clear()
  const made = write(json)
  commons.set(json, made)
  return made
}

/** In whichever version. */
export const isBodyKept = (ctx: Context, id: number) => partsOf(ctx).has(id)
