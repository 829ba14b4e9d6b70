import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Sorting } from '#contract/options.ts'
import { behind, keyOf, type Place } from './cursor.ts'
import { conditions, isPriced, overlapping, type Wanted, without, worded } from './filters.ts'

/** SQL of one page of a list, and of its total. */

/** Each sort has its own index (indexes.ts). */
export const sorts: Record<Sorting | 'own', RawBuilder<unknown>> = {
  own: sql`id desc`,
  newest: sql`listed_at desc, id desc`,
  high_budget: sql`price_base desc nulls last, id desc`,
  low_budget: sql`price_base, id`,
  min_competition: sql`responses_count, id`,
  close_deadline: sql`deadline, id`,
}

/** A list with its viewer, the current time (ISO 8601) and the requested page. */
export type PageRequest = {
  kind: ListingKind
  query: Wanted
  /** True for the viewer's own listings, which have a fixed order. */
  isOwn: boolean
  sort: Sorting | 'own'
  viewer_id: number
  language: Language
  now: string
  /** The page starts after this row. */
  from: Place | undefined
  per_page: number
  offset: number
}

const { exact } = limits.totals
const { considered } = limits.exclude
type Depth = number | RawBuilder<unknown>

const matching = ({ kind, query, ...reader }: PageRequest) =>
  sql.join(conditions(kind, query, reader), sql` and `)

/** One index scan that contributes to a list; it returns its first `depth` rows. */
type Walk = (depth: Depth, columns: RawBuilder<unknown>) => RawBuilder<unknown>

/** Up to this number of scans are merged with early stop; more of them run one after another. */
const mostMerged = 16
const merged =
  (walks: Walk[]): Walk =>
  (depth, columns) =>
    sql.join(
      walks.map((each) => each(depth, columns)),
      sql` union all `,
    )

/**
 * Splits a list into several index scans: one per speciality, or one per matching experience. A single scan would read
 * every row in between. Undefined if a single scan is enough, and for words or skills: each scan would repeat their
 * lookup.
 */
function walksOf(request: PageRequest): Walk | undefined {
  const { sort, from, query } = request
  const { leaves } = query
  const { experience: asked, ...filters } = query.filters
  if (filters.search || filters.tags) return undefined
  const further = from ? sql`and ${behind(from, sort)}` : sql``
  const walk = (parted: Wanted['filters'], condition: RawBuilder<unknown>): Walk => {
    const others = matching({ ...request, query: { ...query, leaves: undefined, filters: parted } })
    return (depth, columns) => sql`(select ${columns} from listings
      where ${others} and ${condition} ${further} order by ${sorts[sort]} limit ${depth})`
  }
  if (leaves && 'several' in leaves) {
    const { several } = leaves
    const of = (leaf: RawBuilder<unknown>) =>
      walk({ ...filters, experience: asked }, sql`category_id = ${leaf}`)
    if (leaves.walks === 0 || leaves.walks > mostMerged)
      return (depth, columns) =>
        sql`select near.* from unnest(${several}::int[]) leaf (id), lateral ${of(sql`leaf.id`)(depth, columns)} near`
    return merged(
      Array.from({ length: leaves.walks }, (_, place) => of(sql`(${several}::int[])[${sql.lit(place + 1)}]`)),
    )
  }
  const { is_remote } = filters
  if (!asked?.length || leaves || isPriced(filters) || sort !== 'newest') return undefined
  const places = is_remote === undefined ? [true, false] : [is_remote]
  const codes = [...overlapping(asked), '']
  return merged(
    places.flatMap((place) =>
      codes.map((code) =>
        walk(
          { ...filters, is_remote: undefined },
          sql`is_remote = ${sql.lit(place)} and coalesce(experience, '') = ${sql.lit(code)}`,
        ),
      ),
    ),
  )
}

/** Selects the sort key under its column name, so that the outer query can sort by it. */
const columnsOf = ({ sort }: PageRequest) => (sort === 'own' ? sql`id` : sql`id, ${keyOf(sort)}`)

/** SQL for the first `depth` rows of a list in its order, from the start or after a cursor. */
function walk(request: PageRequest, depth: Depth, columns = columnsOf(request)): RawBuilder<unknown> {
  const { sort, from } = request
  const walks = walksOf(request)
  if (walks)
    return sql`select ${columns} from (${walks(depth, columns)}) near order by ${sorts[sort]} limit ${depth}`
  const further = from ? sql`and ${behind(from, sort)}` : sql``
  return sql`select ${columns} from listings where ${matching(request)} ${further}
    order by ${sorts[sort]} limit ${depth}`
}

/** Sort whose index finds all matches while reading the fewest other rows. */
function cheapestSort({ query }: PageRequest): Sorting | 'own' {
  const { filters } = query
  if (filters.author_id !== undefined) return 'own'
  if (isPriced(filters)) return 'low_budget'
  if (query.sort === 'close_deadline') return 'close_deadline'
  return filters.competition?.length ? 'min_competition' : 'newest'
}

/** SQL for up to `most` matching rows, unordered. */
function matches(request: PageRequest, most: RawBuilder<unknown>, columns: RawBuilder<unknown>) {
  const { filters } = request.query
  if (isOfWords(request)) return matchesOfWords(request, most, columns)
  // Left to the planner, which knows how common the words or skills are: it uses their index or scans the newest
  // listings.
  if (filters.search || filters.tags)
    return sql`select ${columns} from listings where ${matching(request)} limit ${most}`
  const found = { ...request, sort: cheapestSort(request), from: undefined }
  const walks = walksOf(found)
  return walks ? sql`select * from (${walks(most, columns)}) one limit ${most}` : walk(found, most, columns)
}

/** True if the request has search words and no other filter. */
function isOfWords({ query, isOwn }: PageRequest): boolean {
  const { search, ...others } = query.filters
  const isAlone = !query.leaves && Object.values(others).every((value) => value === undefined)
  return search !== undefined && isAlone && !isOwn && query.sort !== 'close_deadline'
}

/**
 * If `common` of the `newest` listings contain the words, counting along the newest is faster than the text index,
 * which collects all matches.
 */
const sample = { newest: 300, common: 24 }

/** Measures on the newest listings how common the words are in combination: Postgres has no statistics for that. */
function matchesOfWords(request: PageRequest, most: RawBuilder<unknown>, columns: RawBuilder<unknown>) {
  const { query, language } = request
  const isSaid = worded(language, query.filters.search ?? '')
  const all = { ...request, sort: 'newest' as const, from: undefined, query: { ...query, filters: {} } }
  // The limit stops Postgres from using the text index for this scan.
  const newest = (what: RawBuilder<unknown>, depth = 2_000_000_000) => walk(all, sql.lit(depth), what)
  return sql`select * from (
    with sampled as materialized (select count(*) >= ${sql.lit(sample.common)} as is_common
      from (${newest(sql`search`, sample.newest)}) newest where ${isSaid})
    (select ${columns} from (${newest(sql`${columns}, search`)}) newest
      where (select is_common from sampled) and ${isSaid} limit ${most})
    union all
    (select ${columns} from listings
      where not (select is_common from sampled) and ${matching(request)} limit ${most})) said`
}

/** A page as rows of `id` and `key`, and the queries (`before`) that it reads from. */
export type PageSql = { before: RawBuilder<unknown>; page: RawBuilder<unknown> }

/** A page of a list that is known to be long, without a count. */
export function longPage(request: PageRequest): RawBuilder<unknown> {
  const { per_page, offset } = request
  return cut(sql`(${walk(request, sql`${per_page}::int + ${offset}::int`)}) walked`, request, sql`true`)
}

/** Cuts the page from `rows`, which hold the list from its start to the end of the page. */
function cut(rows: RawBuilder<unknown>, request: PageRequest, condition: RawBuilder<unknown>) {
  const { sort, from, per_page, offset } = request
  const further = from ? sql`and ${behind(from, sort)}` : sql``
  return sql`select id, ${keyOf(sort)} as key from ${rows} where ${condition} ${further}
    order by ${sorts[sort]} limit ${per_page} offset ${offset}`
}

/**
 * A page with `counted.found`: the number of matches, up to one above the limit of exact totals. Short lists are
 * collected and sorted. Only long lists are scanned in sort order: for a few matches that scan would read the whole
 * market.
 */
export function countedPage(request: PageRequest): PageSql {
  if (request.query.filters.exclude && !request.isOwn) return excludingPage(request)
  // Own lists are counted exactly, because clients request all of their pages.
  const most = sql.lit(request.isOwn ? 1_000_000 : exact + 1)
  const isFew = sql`(select found from counted) < ${most}`
  return {
    before: sql`matches as materialized (${matches(request, most, columnsOf(request))}),
      counted as materialized (select count(*)::int as found from matches)`,
    page: sql`(${cut(sql`matches`, request, isFew)})
      union all select * from (${longPage(request)}) page where not ${isFew}`,
  }
}

/**
 * No index finds listings without a word, so each row is checked. Only the first rows of the list are checked, no more
 * than are counted.
 */
function excludingPage(request: PageRequest): PageSql {
  const { query, language, from, per_page, offset } = request
  const { exclude, ...filters } = query.filters
  const all = { ...request, from: undefined, query: { ...query, filters } }
  const columns = columnsOf(request)
  const most = sql.lit(considered)
  const isFew = sql`(select count(*) from matches) < ${most}`
  const isMeant = without(language, exclude ?? '')
  const enough = from ? most : sql`greatest(${sql.lit(exact + 1)}, ${per_page}::int + ${offset}::int)`
  return {
    before: sql`matches as materialized (${matches(all, most, columns)}),
      remaining as materialized (
        select * from matches where ${isFew}
          and (select ${isMeant} from listings where listings.id = matches.id)
        union all (select ${columns} from (${walk(all, most, sql`${columns}, search`)}) first
          where not ${isFew} and ${isMeant} limit ${enough})),
      counted as materialized (select least(count(*), ${sql.lit(exact + 1)})::int as found from remaining)`,
    page: cut(sql`remaining`, request, sql`true`),
  }
}
