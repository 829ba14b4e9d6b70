import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { ResponseGroup, ResponseSorting } from '#contract/options.ts'
import { runSlowRead } from '#db/heavy.ts'
import type { Tx } from '#db/index.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { readCursor, writeCursor } from '#services/core/text/cursor.ts'
import type { ListingRow } from '#services/listings/access.ts'
import { readerOf, responseOrder } from '#services/listings/projections.ts'
import { type ResponseReply, selectResponses, toReply } from '#services/responses/queries.ts'

/**
 * Responses to a listing. Author and moderators get all of them, other people get only their own response. An index
 * ranks them, and only the rows shown are read.
 */

export type PageRequest = {
  sort: ResponseSorting
  group: ResponseGroup
  per_page: number
  cursor?: string | undefined
}
type Listing = Pick<ListingRow, 'id' | 'author_id'>
type Ranked = { id: number; place: number; rank: number }

const seconds = (column: string) => sql`extract(epoch from ${sql.ref(column)})::float8`

/**
 * SQL for the rank of a response in each sorting, one number in ascending order. Responses with equal ranks are sorted
 * by id. The constant 4e9 is larger than any Unix time in seconds, so boosted responses come first.
 */
const ranks: Record<ResponseSorting, RawBuilder<unknown>> = {
  default: sql`coalesce(${seconds('boosted_at')}, 4e9 + ${seconds('created_at')})`,
  new: sql`-${seconds('created_at')}`,
  cheap: sql`coalesce((select price * coalesce(currency.rate_to_base, 1) from responses priced
    join currencies currency on currency.id = priced.currency_id where priced.id = standing.id), 1e17)::float8`,
  rating: sql`(select -coalesce(rating, 0) from users where id = standing.user_id)::float8`,
}
const groups: Record<ResponseGroup, RawBuilder<unknown>> = {
  all: sql`status <> 'declined'`,
  shortlisted: sql`status = 'shortlisted'`,
  declined: sql`status = 'declined'`,
}

/** Active responses that the viewer may see, with their places. */
function activeResponses(
  { id, author_id }: Listing,
  viewer_id: number,
  is_staff: boolean,
): RawBuilder<unknown> {
  const seesAll = is_staff || author_id === viewer_id
  return sql`
    ranked as (
      select id, user_id, status, boosted_at, created_at,
        (row_number() over (order by ${responseOrder('responses')}))::int as place
      from responses where listing_id = ${id} and status <> 'withdrawn'),
    standing as materialized (select * from ranked where ${seesAll ? sql`true` : sql`user_id = ${viewer_id}`})`
}

/** Reads the responses with the given ranks, in the order of the ranks. */
async function readRanked(ctx: UserContext, tx: Tx, ranked: Ranked[]): Promise<ResponseReply[]> {
  if (ranked.length === 0) return []
  const reader = readerOf(ctx)
  const ids = ranked.map(({ id }) => id)
  const places = sql<number>`(${sql.val(ranked.map(({ place }) => place))}::int[])[array_position(${ids}::bigint[], response.id)]`
  const rows = await selectResponses(tx, reader, places)
    .where(sql<boolean>`response.id = any(${ids}::bigint[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toReply(row, reader)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const cancellableQueryOptions = (ctx: UserContext) => ({
  url: ctx.config.DATABASE_URL,
  clientGone: ctx.disconnectSignal(),
})

/** Boosted, selected and latest responses, by place, for clients that do not support pages. */
export async function listLatest(
  ctx: UserContext,
  listing: Listing,
  is_staff: boolean,
): Promise<ResponseReply[]> {
  return runSlowRead(ctx.heavy, cancellableQueryOptions(ctx), async (tx) => {
    const { rows } = await sql<Ranked>`
      with ${activeResponses(listing, ctx.viewer.id, is_staff)},
      latest as (select id, place from standing
        order by boosted_at is null and status not in ('chosen', 'shortlisted'), created_at desc
        limit ${limits.list.unpaged})
      select id, place from latest order by place`.execute(tx)
    return readRanked(ctx, tx, rows)
  })
}

type Page = { items: ResponseReply[]; total: Record<ResponseGroup, number>; next_cursor: string | null }

/**
 * A page of the responses to a listing. The response that the author chose comes first.
 * @throws invalid_input for a cursor of another list
 */
export async function listResponses(
  ctx: UserContext,
  listing: Listing,
  is_staff: boolean,
  { sort, group, per_page, cursor }: PageRequest,
): Promise<Page> {
  const from = cursor === undefined ? undefined : readCursor(cursor, sort)
  const behind = from ? sql`where (rank, id) > (${from.rank}::float8, ${from.id})` : sql``
  return runSlowRead(ctx.heavy, cancellableQueryOptions(ctx), async (tx) => {
    const { rows } = await sql<{ total: Page['total']; ranked: Ranked[] }>`
      with ${activeResponses(listing, ctx.viewer.id, is_staff)},
      sorted as (select id, place, case when status = 'chosen' then -1e18 else ${ranks[sort]} end as rank
        from standing where ${groups[group]}),
      page as (select * from sorted ${behind} order by rank, id limit ${per_page + 1})
      select
        (select json_build_object('all', count(*) filter (where ${groups.all}),
          'shortlisted', count(*) filter (where ${groups.shortlisted}),
          'declined', count(*) filter (where ${groups.declined})) from standing) as total,
        (select coalesce(json_agg(page order by rank, id), '[]') from page) as ranked`.execute(tx)
    const { total, ranked } = rows[0] ?? { total: { all: 0, shortlisted: 0, declined: 0 }, ranked: [] }
    const pageRows = ranked.slice(0, per_page)
    const last = ranked.length > per_page ? pageRows.at(-1) : undefined
    return {
      items: await readRanked(ctx, tx, pageRows),
      total,
      next_cursor: last ? writeCursor(sort, last) : null,
    }
  })
}
