import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Sorting } from '#contract/options.ts'
import type { Context } from '#services/core/context.ts'
import { leftOut, leftOutFor } from '#services/users/hidden-authors.ts'
import type { CardRow } from './card-rows.ts'
import { behind, keyOf, type Place } from './cursor.ts'
import { conditions, isPriced, overlapping, type Wanted } from './filters.ts'

const countCap = limits.totals.exact
/** Own lists are counted to their end: clients ask for as many as there are. */
const ownEnd = 1_000_000
/** Where counting ends. */
const mostCounted = ({ margin, sort }: Wish) => (sort === 'own' ? ownEnd : countCap + margin + 1)

/** Each sort walks its own index (db/migrations/0005-search.ts). */
const sorts: Record<Sorting | 'own', RawBuilder<unknown>> = {
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
/**
 * Where counting ended before the list did: the lowest and the highest price of what was counted, in roubles, and the
 * speciality if all of it is of one.
 */
export type Span = { from: number; to: number; leaf: number | null }
/** `found`: at most as many as are counted; undefined where nobody counted. `left_out`: see `printOfLeftOut`. */
export type Seen = {
  found?: number
  span?: Span | null
  left_out: string | null
  page: Row[]
  rows?: CardRow[]
}

const matching = ({ kind, query, ...asker }: Wish) => sql.join(conditions(kind, query, asker), sql` and `)

type Count = number | RawBuilder<unknown>
type Cut = { per_page: Count; offset: Count }

/** Beginnings of walks, each up to a depth. */
type Beginnings = (depth: Count, columns: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * What is in several specialities, or asks for one of several experiences, is several walks: a single one would read all
 * that lies between. Undefined where a single one does, and where words or skills lead to the rows: each walk would look
 * all of those up anew.
 */
function beginningsOf(wish: Wish): Beginnings | undefined {
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
    const each = walk({ ...filters, experience: asked }, sql`category_id = leaf_id`)
    return (depth, columns) =>
      sql`select near.* from unnest(${leaves.several}::int[]) leaf (leaf_id), lateral ${each(depth, columns)} near`
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
  return (depth, columns) =>
    sql.join(
      walks.map((each) => each(depth, columns)),
      sql` union all `,
    )
}

/** The first `depth` of a list in its order, from its beginning or from behind a row. */
function sorted(wish: Wish, depth: Count): RawBuilder<unknown> {
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

/** What is read before a page, and the page. */
type Pieces = { before: RawBuilder<unknown>; page: RawBuilder<unknown> }
type Asked = Cut & { most: Count }

/** The walk that finds the page goes on to count. */
export function countedOnward(wish: Wish, { per_page, offset, most }: Asked): Pieces {
  return {
    before: sql`matches as materialized (${sorted(wish, most)}), ${countedOf(sql`matches`)}`,
    page: sql`select * from matches limit ${per_page} offset ${offset}`,
  }
}

/**
 * Matches are counted by the index that finds them, whichever it is. Where that is not the one of the order, few are
 * sorted; elsewhere the walks end by themselves.
 */
export function countedApart(wish: Wish, cut: Cut): Pieces {
  const { leaves, filters } = wish.query
  const most = mostCounted(wish)
  const isWalked = !isPriced(filters) && (wish.sort === 'newest' || !filters.experience)
  // Whatever their order, those of several specialities are found by one index.
  const parted =
    leaves && 'several' in leaves ? undefined : beginningsOf({ ...wish, from: undefined, sort: 'newest' })
  const found = (columns: RawBuilder<unknown>) =>
    parted?.(sql.lit(most), columns) ?? sql`select ${columns} from listings where ${matching(wish)}`
  if (!isWalked) return countedAndSorted(wish, cut, found)
  return {
    before: countedOf(sql`(select from (${found(sql``)}) one limit ${sql.lit(most)}) matching`),
    page: cutOf(wish, cut),
  }
}

/** What is found is counted, and sorted where it is few. */
function countedAndSorted(
  wish: Wish,
  cut: Cut,
  found: (columns: RawBuilder<unknown>) => RawBuilder<unknown>,
): Pieces {
  const { sort, query } = wish
  const most = sql.lit(mostCounted(wish))
  const keys = sort === 'own' ? sql`id` : sql`id, ${keyOf(sort)}`
  const isOfPrices = isPriced(query.filters)
  // Of what is found in a large part of the market there are mostly too many to be sorted, and keeping them costs as much
  // as finding them.
  const isWide = isOfPrices && !query.filters.search && !(query.leaves && 'only' in query.leaves)
  const keep = isWide ? sql`not materialized` : sql`materialized`
  const columns = isOfPrices ? sql`${keys}, price_base as price, category_id as leaf` : keys
  return {
    before: sql`matches as ${keep} (select * from (${found(columns)}) one limit ${most}),
      ${countedOf(sql`matches`, isOfPrices ? spanOf(most) : undefined)}`,
    page: pageApart(wish, cut),
  }
}

/** How many of `rows` there are, and their `Span`. */
const countedOf = (rows: RawBuilder<unknown>, span: RawBuilder<unknown> = sql`null::json`) =>
  sql`counted as materialized (select count(*)::int as found, ${span} as span from ${rows})`

const spanOf = (most: RawBuilder<unknown>) => sql`case when count(*) >= ${most} then json_build_object(
  'from', min(price), 'to', max(price), 'leaf', case when min(leaf) = max(leaf) then min(leaf) end) end`

/** The same for words, which an index finds only together with the rows. */
const countedByWords = (wish: Wish) =>
  countedAndSorted(wish, wish, (columns) => sql`select ${columns} from listings where ${matching(wish)}`)

/**
 * A page of matches that were counted apart from it. Where few were found they are all there, and are sorted; only of more the
 * list is walked, since a walk for few reads the whole market, and what Postgres expects of a word that it has not met
 * is half of what the rarest known one has.
 */
function pageApart(wish: Wish, cut: Cut): RawBuilder<unknown> {
  const { sort, from } = wish
  const isFew = sql`(select found from counted) < ${sql.lit(mostCounted(wish))}`
  return sql`
    (select id, ${keyOf(sort)} as key from matches
      where ${isFew} ${from ? sql`and ${behind(from, sort)}` : sql``}
      order by ${sorts[sort]} limit ${cut.per_page} offset ${cut.offset})
    union all
    select * from (${cutOf(wish, cut)}) page where not ${isFew}`
}

/** As many as are counted, and as the page needs. */
export const mostOf = (wish: Wish) => Math.max(mostCounted(wish), wish.offset + wish.per_page)

type Counted = {
  found: number
  span: Span | null
  left_out: string | null
  id: number | null
  key: string | null
}

/** A page and how many match in all, by a plan for the values. @param isApart the count is no walk in the order of the page */
export async function count(ctx: Context, wish: Wish, isApart: boolean): Promise<Seen & { found: number }> {
  const { before, page } = isApart
    ? countedByWords(wish)
    : countedOnward(wish, { ...wish, most: mostOf(wish) })
  const { rows } = await sql<Counted>`
    with ${leftOut(wish.viewer_id)}, ${before}, page as materialized (${page})
    select counted.*, ${printOfLeftOut} as left_out, page.id, page.key::text
    from counted left join page on true`.execute(ctx.searches ?? ctx.db)
  const { found = 0, span = null, left_out = null } = rows[0] ?? {}
  const shown = rows.filter((row): row is Counted & Row => row.id !== null)
  return { found, span, left_out, page: shown }
}

/** How many of a list are of authors whom the viewer’s lists leave out, up to `most` and one more. */
export async function countLeftOut(ctx: Context, wish: Wish, most: number): Promise<number> {
  const { rows } = await sql<{ found: number }>`with left_out as (select '{}'::bigint[] as ids)
    select count(*)::int as found from (select from listings
      where author_id = any(array(${leftOutFor(wish.viewer_id)})) and ${matching(wish)}
      limit ${most}::int + 1) one`.execute(ctx.searches ?? ctx.db)
  return rows[0]?.found ?? 0
}
