import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Context } from '#services/core/context.ts'
import { leftOut, leftOutFor } from '#services/users/hidden-authors.ts'
import { behind, keyOf } from './cursor.ts'
import { isPriced } from './filters.ts'
import {
  beginningsOf,
  type Count,
  type Cut,
  cutOf,
  matching,
  printOfLeftOut,
  type Row,
  type Seen,
  type Span,
  sorted,
  sorts,
  type Wish,
} from './list-pages.ts'

/** Pages of lists whose total is not known, with how many match in all, up to as many as are told, a margin and some to spare. */

const { exact, spare } = limits.totals
/** Own lists are counted to their end: clients ask for as many as there are. */
const ownEnd = 1_000_000
/** Where counting ends. */
const mostCounted = ({ margin, sort }: Wish) => (sort === 'own' ? ownEnd : exact + spare + margin + 1)

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
  // In a large part of the market there are mostly too many to be sorted, and keeping them costs as much as finding them.
  if (!isWalked)
    return countedAndSorted(wish, cut, found, Boolean(leaves && 'only' in leaves) || !isPriced(filters))
  return {
    before: countedOf(sql`(select from (${found(sql``)}) one limit ${sql.lit(most)}) matching`),
    page: cutOf(wish, cut),
  }
}

/** What is found is counted, and sorted where it is few; where it is not kept it is found once more for that. */
function countedAndSorted(
  wish: Wish,
  cut: Cut,
  found: (columns: RawBuilder<unknown>) => RawBuilder<unknown>,
  isKept = true,
): Pieces {
  const { sort, query } = wish
  const most = sql.lit(mostCounted(wish))
  const keys = sort === 'own' ? sql`id` : sql`id, ${keyOf(sort)}`
  const isOfPrices = isPriced(query.filters)
  const keep = isKept ? sql`materialized` : sql`not materialized`
  const columns = isOfPrices ? sql`${keys}, price_base as price` : keys
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
  'from', min(price), 'to', max(price)) end`

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
