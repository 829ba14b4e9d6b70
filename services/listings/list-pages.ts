import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import type { Sorting } from '#contract/options.ts'
import type { Context } from '#services/core/context.ts'
import { leftOut } from '#services/users/hidden-authors.ts'
import type { CardRow } from './card-rows.ts'
import { behind, keyOf, type Place } from './cursor.ts'
import { conditions, isPriced, overlapping, type Wanted } from './filters.ts'

/** Each sort walks its own index (db/migrations/0005-search.ts). */
export const sorts: Record<Sorting | 'own', RawBuilder<unknown>> = {
  own: sql`id desc`,
  newest: sql`listed_at desc, id desc`,
  high_budget: sql`price_base desc nulls last, id desc`,
  low_budget: sql`price_base, id`,
  min_competition: sql`responses_count, id`,
  close_deadline: sql`deadline, id`,
}

/** A list that was asked for, by whom and when (ISO 8601), and which part of it. */
export type Wish = {
  kind: ListingKind
  query: Wanted
  sort: Sorting | 'own'
  viewer_id: number
  language: Language
  now: string
  /** The row behind which the page begins. */
  from: Place | undefined
  per_page: number
  offset: number
  /** So many are counted beyond what is told, see kept-totals.ts. */
  margin: number
  isPlannedOnce?: boolean
}
export type Row = { id: number; key: string | null }
/** Where counting ended before the list did: the lowest and the highest price of what was counted, in kopecks. */
export type Span = { from: number; to: number }
/** `found`: at most as many as are counted; undefined where nobody counted. `left_out`: see `printOfLeftOut`. */
export type Seen = {
  found?: number
  span?: Span | null
  left_out: string | null
  page: Row[]
  rows?: CardRow[]
}

export const matching = ({ kind, query, ...asker }: Wish) =>
  sql.join(conditions(kind, query, asker), sql` and `)

export type Count = number | RawBuilder<unknown>
export type Cut = { per_page: Count; offset: Count }

/** Beginnings of walks, each up to a depth. */
type Beginnings = (depth: Count, columns: RawBuilder<unknown>) => RawBuilder<unknown>

/** So many walks at most go step by step together, each no further than it is needed. */
const mostMerged = 16
const together =
  (walks: Beginnings[]): Beginnings =>
  (depth, columns) =>
    sql.join(
      walks.map((each) => each(depth, columns)),
      sql` union all `,
    )

/**
 * What is in several specialities, or asks for one of several experiences, is several walks: a single one would read all
 * that lies between. Undefined where a single one does, and where words or skills lead to the rows: each walk would look
 * all of those up anew.
 */
export function beginningsOf(wish: Wish): Beginnings | undefined {
  const { sort, from, query } = wish
  const { leaves } = query
  const { experience: asked, ...filters } = query.filters
  if (filters.search || filters.tags?.length) return undefined
  const further = from ? sql`and ${behind(from, sort)}` : sql``
  const walk = (parted: Wanted['filters'], condition: RawBuilder<unknown>) => {
    const others = matching({ ...wish, query: { ...query, leaves: undefined, filters: parted } })
    return (depth: Count, columns: RawBuilder<unknown>) => sql`(select ${columns} from listings
      where ${others} and ${condition} ${further} order by ${sorts[sort]} limit ${depth})`
  }
  if (leaves && 'several' in leaves) {
    const { several } = leaves
    const of = (leaf: RawBuilder<unknown>) =>
      walk({ ...filters, experience: asked }, sql`category_id = ${leaf}`)
    if (leaves.walks === 0 || leaves.walks > mostMerged)
      return (depth, columns) =>
        sql`select near.* from unnest(${several}::int[]) leaf (id), lateral ${of(sql`leaf.id`)(depth, columns)} near`
    return together(
      Array.from({ length: leaves.walks }, (_, place) => of(sql`(${several}::int[])[${sql.lit(place + 1)}]`)),
    )
  }
  const { is_remote } = filters
  if (!asked?.length || leaves || isPriced(filters) || sort !== 'newest') return undefined
  const places = is_remote === undefined ? [true, false] : [is_remote]
  const codes = [...overlapping(asked), '']
  const walks = places.flatMap((place) =>
    codes.map((code) =>
      walk(
        { ...filters, is_remote: undefined },
        sql`is_remote = ${sql.lit(place)} and coalesce(experience, '') = ${sql.lit(code)}`,
      ),
    ),
  )
  return together(walks)
}

/** The first `depth` of a list in its order, from its beginning or from behind a row. */
export function sorted(wish: Wish, depth: Count): RawBuilder<unknown> {
  const { sort, from } = wish
  const beginnings = beginningsOf(wish)
  if (beginnings)
    return sql`select id, ${keyOf(sort)} as key from (${beginnings(depth, sql`id, ${keyOf(sort)}`)}) near
      order by ${sorts[sort]} limit ${depth}`
  return sql`select id, ${keyOf(sort)} as key from listings
    where ${matching(wish)} ${from ? sql`and ${behind(from, sort)}` : sql``} order by ${sorts[sort]} limit ${depth}`
}

/** A page of it. */
export const cutOf = (wish: Wish, { per_page, offset }: Cut) =>
  sql`select * from (${sorted(wish, sql`${per_page}::int + ${offset}::int`)}) walked offset ${offset}`

/** What tells apart the authors whom the lists of viewers leave out; null where everybody is shown. */
export const printOfLeftOut = sql`(select case when ids <> '{}' then md5(ids::text) end from left_out)`

/** A page of a list whose total is known, by a plan for its values. */
export async function choose(ctx: Context, wish: Wish): Promise<Seen> {
  const { rows } = await sql<Row & { left_out: string | null }>`with ${leftOut(wish.viewer_id)}
    select id, key::text, ${printOfLeftOut} as left_out from (${cutOf(wish, wish)}) page`.execute(
    ctx.searches ?? ctx.db,
  )
  return { left_out: rows[0]?.left_out ?? null, page: rows }
}
