import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { ListingQuery } from '#contract/calls/filters.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { searchListings } from '#services/listings/search/search.ts'
import { type Api, openApi } from '#tests/support/api/api.ts'

/** Helpers to request lists and to fill the database with listings. */

const noon = Date.parse('2026-11-20T12:00:00Z')
export const at = (ms: number) => new Date(noon + ms).toISOString()
export const hour = 3_600_000

export let api: Api
export let anna: number
export let reader: number
let clock = noon
/** An API server with Anna, the author of the listings, and a reader. */
export function setUpLists(): void {
  beforeAll(async () => {
    api = await openApi()
    anna = await insertPerson()
    reader = await insertPerson()
  })
}

export function advanceClock(ms: number): void {
  clock += ms
}

let people = 7_000_300_000
export async function insertPerson(): Promise<number> {
  const { id } = await api.ctx.db
    .insertInto('users')
    .values({ telegram_id: ++people, full_name: `Анна ${people}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertListing(
  author_id: number,
  columns: Record<string, unknown> = {},
): Promise<number> {
  const values = {
    kind: 'order',
    author_id,
    status: 'published',
    title: 'Вывеска',
    published_at: at(0),
  } as const
  const { id } = await api.ctx.db
    .insertInto('listings')
    .values({ ...values, content_hash: crypto.randomUUID(), ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type ListRequest = { filters?: object; sort?: string; pagination?: object }
export function list(request: ListRequest = {}, viewer_id = reader, kind: 'order' | 'vacancy' = 'order') {
  const viewer = { id: viewer_id }
  const ctx = { ...api.ctx, now: () => new Date(clock), viewer, language: 'ru' } as UserContext
  return searchListings(ctx, kind, ListingQuery.parse(request))
}

/** Columns of the vacancies that the function `fill` inserts for a new author. */
type FillColumns = {
  title?: string
  is_remote?: boolean
  price_base?: number | null
  category_id?: number | null
}
export const fillList = async (count: number, columns: FillColumns = {}) => {
  const { title = 'Рояль', is_remote = false, price_base = null, category_id = null } = columns
  const author = await insertPerson()
  await sql`insert into listings (kind, author_id, status, title, content_hash, published_at, is_remote,
      price_base, category_id)
    select 'vacancy', ${author}, 'published', ${title} || ' ' || n, n::text,
      ${at(0)}::timestamptz - n * interval '1 s', ${is_remote}, ${price_base}::bigint, ${category_id}::int from generate_series(1, ${count}::int) n`.execute(
    api.ctx.db,
  )
  return author
}
/** Inserts a reader who has blocked the given author. */
export const insertBlocker = async (author: number) => {
  const id = await insertPerson()
  await api.ctx.db.insertInto('user_blocks').values({ user_id: id, blocked_id: author }).execute()
  return id
}
