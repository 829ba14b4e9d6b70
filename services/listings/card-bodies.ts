import type { z } from 'zod'
import { Order, Vacancy } from '#contract/calls/listing-shapes.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Context } from '#services/core/context.ts'
import { nameOf, partsOf } from './card-parts.ts'
import type { CardRow } from './card-rows.ts'
import type { Reader } from './projections.ts'
import { publicListings, toOrder, toVacancy } from './queries.ts'
import type { PublicAsked } from './selection.ts'

/** What a card says to everybody: the fields of the listing, then its author, as each process keeps them. */
export type Body = [listing: Buffer, author: Buffer]

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
  ...{ deal: null, boosts: 0, new_responses: 0, views_count: 0, chats: [], files: [] },
}

/** Bodies of the cards that rows stand for, made now where they are not kept. Nothing for those in a deal. */
export async function findBodies(
  ctx: Context,
  kind: ListingKind,
  rows: CardRow[],
  reader: Reader,
): Promise<(Body | undefined)[]> {
  const { listings, authors } = partsOf(ctx)
  const keyOf = (id: number) => nameOf(reader, id)
  const found = rows.map((row): Body | undefined => {
    const listing = listings.find(keyOf(row.id), row.version)
    const author = listing && authors.find(keyOf(row.author_id), row.author_version)
    return author && [listing, author]
  })
  const missing = rows.filter((row, place) => !row.is_in_deal && !found[place])
  if (missing.length === 0) return found
  const made = await makeBodies(ctx, kind, missing, reader)
  return found.map((body, place) => body ?? made.get(rows[place]?.id ?? 0))
}

/** An author who is kept is not read again: of a page of listings that are not, most are. */
async function makeBodies(
  ctx: Context,
  kind: ListingKind,
  missing: CardRow[],
  reader: Reader,
): Promise<Map<number, Body>> {
  const { listings, authors } = partsOf(ctx)
  const keyOf = (id: number) => nameOf(reader, id)
  const known = new Map<number, Buffer>()
  const unknown: number[] = []
  for (const { author_id, author_version } of missing) {
    const author = authors.find(keyOf(author_id), author_version)
    if (author) known.set(author_id, author)
    else unknown.push(author_id)
  }
  const asked = { ids: missing.map(({ id }) => id), authors: unknown, now: reader.now }
  const made = new Map<number, Body>()
  for (const { reply, author_id, version, author_version } of await readPublic(ctx, kind, asked, reader)) {
    const { author } = reply
    const json = author
      ? authors.keep(keyOf(author_id), author_version, Buffer.from(`,"author":${JSON.stringify(author)}`))
      : known.get(author_id)
    const listing = listings.keep(keyOf(reply.id), version, fieldsOf(reply, names[kind]))
    if (json) made.set(reply.id, [listing, json])
  }
  return made
}

async function readPublic({ lists }: Context, kind: ListingKind, asked: PublicAsked, reader: Reader) {
  const ask = publicListings[reader.language]
  if (kind === 'order')
    return (await ask.order(lists, asked)).map(({ version, author_version, ...row }) => ({
      ...{ version, author_version, author_id: row.author_id },
      reply: toOrder({ ...row, ...withheld }, reader),
    }))
  return (await ask.vacancy(lists, asked)).map(({ version, author_version, ...row }) => ({
    ...{ version, author_version, author_id: row.author_id },
    reply: toVacancy({ ...row, ...withheld }, reader.link),
  }))
}

/** These fields of it as JSON, without the bracket that closes them. */
const fieldsOf = (value: Record<string, unknown>, fields: string[]) =>
  Buffer.from(JSON.stringify(Object.fromEntries(fields.map((name) => [name, value[name]]))).slice(0, -1))
