import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Sorting } from '#contract/options.ts'
import { isAfterCursor, keyOf, type Place } from './cursor.ts'
import {
  conditions,
  isPriced,
  matchesNoneOf,
  matchesWords,
  type NormalizedQuery,
  overlapping,
} from './filters.ts'

/** Builds the SQL that reads one page of a list and the list's total. */

/** SQL sort order by name of the sorting. Each sorting has its own index (indexes.ts). */
export const sorts: Record<Sorting | 'own', RawBuilder<unknown>> = {
  own: sql`id desc`,
  newest: sql`listed_at desc, id desc`,
  high_budget: sql`price_base desc nulls last, id desc`,
  low_budget: sql`price_base, id`,
  min_competition: sql`responses_count, id`,
  close_deadline: sql`deadline, id`,
}

/** Request for one page of a list: filters, viewer, current time (ISO 8601) and position of the page. */
export type PageRequest = {
  kind: ListingKind
  query: NormalizedQuery
  /** True if the viewer lists their own listings. That list has one fixed order. */
  isOwn: boolean
  sort: Sorting | 'own'
  viewer_id: number
  language: Language
  now: string
  /** Last row of the previous page, from the cursor; undefined if the request names the page by its offset. */
  from: Place | undefined
  per_page: number
  offset: number
}

const { exact } = limits.totals
const { considered } = limits.exclude
type Depth = number | RawBuilder<unknown>

const matching = ({ kind, query, ...reader }: PageRequest) =>
  sql.join(conditions(kind, query, reader), sql` and `)

/** Function that makes the SQL of one index scan of a list. The scan returns its first `depth` rows. */
type IndexScan = (depth: Depth, columns: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * Maximum number of index scans in one `union all`, which Postgres merges in order and stops together. More scans run
 * one after another.
 */
const mostMerged = 16
const merged =
  (walks: IndexScan[]): IndexScan =>
  (depth, columns) =>
    sql.join(
      walks.map((each) => each(depth, columns)),
      sql` union all `,
    )

/**
 * Splits a list into several index scans: one per speciality, or one per matching range of experience. A single scan
 * would also read all rows that do not match. Returns undefined if a single scan is enough. Lists with search words or
 * skills are not split, because each scan would look up the words again.
 */
function splitIntoScans(request: PageRequest): IndexScan | undefined {
  const { sort, from, query } = request
  const { leaves } = query
  const { experience: asked, ...filters } = query.filters
  if (filters.search || filters.tags) return undefined
  const further = from ? sql`and ${isAfterCursor(from, sort)}` : sql``
  const walk = (scanFilters: NormalizedQuery['filters'], condition: RawBuilder<unknown>): IndexScan => {
    const others = matching({ ...request, query: { ...query, leaves: undefined, filters: scanFilters } })
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

/** SQL for the columns of a scan. The column of the sorting keeps its name, so that the outer query can sort by it. */
const columnsOf = ({ sort }: PageRequest) => (sort === 'own' ? sql`id` : sql`id, ${keyOf(sort)}`)

/** SQL for the first `depth` rows of a list in the order of its sorting, from the start or after a cursor. */
function walk(request: PageRequest, depth: Depth, columns = columnsOf(request)): RawBuilder<unknown> {
  const { sort, from } = request
  const walks = splitIntoScans(request)
  if (walks)
    return sql`select ${columns} from (${walks(depth, columns)}) near order by ${sorts[sort]} limit ${depth}`
  const further = from ? sql`and ${isAfterCursor(from, sort)}` : sql``
  return sql`select ${columns} from listings where ${matching(request)} ${further}
    order by ${sorts[sort]} limit ${depth}`
}

/** Returns the sorting whose index finds all matching rows with the fewest other rows. */
function cheapestSort({ query }: PageRequest): Sorting | 'own' {
  const { filters } = query
  if (filters.author_id !== undefined) return 'own'
  if (isPriced(filters)) return 'low_budget'
  if (query.sort === 'close_deadline') return 'close_deadline'
  return filters.competition?.length ? 'min_competition' : 'newest'
}

/** SQL for at most `maxRows` rows that match the request, in any order. */
function matches(request: PageRequest, maxRows: RawBuilder<unknown>, columns: RawBuilder<unknown>) {
  const { filters } = request.query
  if (isOfWords(request)) return matchesOfWords(request, maxRows, columns)
  // Postgres has statistics about single words and skills, so its planner chooses between their index and a scan of the
  // newest listings.
  if (filters.search || filters.tags)
    return sql`select ${columns} from listings where ${matching(request)} limit ${maxRows}`
  const found = { ...request, sort: cheapestSort(request), from: undefined }
  const walks = splitIntoScans(found)
  return walks
    ? sql`select * from (${walks(maxRows, columns)}) one limit ${maxRows}`
    : walk(found, maxRows, columns)
}

/** True if the request has search words and no other filter. */
function isOfWords({ query, isOwn }: PageRequest): boolean {
  const { search, ...others } = query.filters
  const isAlone = !query.leaves && Object.values(others).every((value) => value === undefined)
  return search !== undefined && isAlone && !isOwn && query.sort !== 'close_deadline'
}

/**
 * Sample that measures how common the search words are. If at least `common` of the `newest` listings contain the
 * words, a scan of the newest listings is faster than the text index, which collects all matches.
 */
const sample = { newest: 300, common: 24 }

/**
 * SQL for listings that contain all search words. It first counts on the newest listings how common this combination of
 * words is, because Postgres has no statistics about combinations.
 */
function matchesOfWords(request: PageRequest, maxRows: RawBuilder<unknown>, columns: RawBuilder<unknown>) {
  const { query, language } = request
  const isSaid = matchesWords(language, query.filters.search ?? '')
  const all = { ...request, sort: 'newest' as const, from: undefined, query: { ...query, filters: {} } }
  // With this large limit Postgres does not use the text index for the scan of the newest listings.
  const newest = (what: RawBuilder<unknown>, depth = 2_000_000_000) => walk(all, sql.lit(depth), what)
  return sql`select * from (
    with sampled as materialized (select count(*) >= ${sql.lit(sample.common)} as is_common
      from (${newest(sql`search`, sample.newest)}) newest where ${isSaid})
    (select ${columns} from (${newest(sql`${columns}, search`)}) newest
      where (select is_common from sampled) and ${isSaid} limit ${maxRows})
    union all
    (select ${columns} from listings
      where not (select is_common from sampled) and ${matching(request)} limit ${maxRows})) said`
}

/** SQL of a page. `page` selects rows of `id` and `key`. `before` contains the queries (CTEs) that `page` reads. */
export type PageSql = { before: RawBuilder<unknown>; page: RawBuilder<unknown> }

/** SQL of a page without a total, for a list that is known to be long. */
export function longPage(request: PageRequest): RawBuilder<unknown> {
  const { per_page, offset } = request
  return selectPage(
    sql`(${walk(request, sql`${per_page}::int + ${offset}::int`)}) walked`,
    request,
    sql`true`,
  )
}

/** SQL that selects a page from `rows`. `rows` contain the list from its start to the end of the page. */
function selectPage(rows: RawBuilder<unknown>, request: PageRequest, condition: RawBuilder<unknown>) {
  const { sort, from, per_page, offset } = request
  const further = from ? sql`and ${isAfterCursor(from, sort)}` : sql``
  return sql`select id, ${keyOf(sort)} as key from ${rows} where ${condition} ${further}
    order by ${sorts[sort]} limit ${per_page} offset ${offset}`
}

/**
 * SQL of a page and of its total, `counted.found`, which is at most one above the limit up to which totals are exact. A
 * short list is collected and sorted. Only a long list is scanned in the order of its sorting, because for a few
 * matches that scan would read all listings.
 */
export function countedPage(request: PageRequest): PageSql {
  if (request.query.filters.exclude && !request.isOwn) return excludingPage(request)
  // A person's own listings are counted exactly, because clients request all pages of that list.
  const maxRows = sql.lit(request.isOwn ? 1_000_000 : exact + 1)
  const isFew = sql`(select found from counted) < ${maxRows}`
  return {
    before: sql`matches as materialized (${matches(request, maxRows, columnsOf(request))}),
      counted as materialized (select count(*)::int as found from matches)`,
    page: sql`(${selectPage(sql`matches`, request, isFew)})
      union all select * from (${longPage(request)}) page where not ${isFew}`,
  }
}

/**
 * SQL of a page with excluded words. No index finds listings that lack a word, so each row is checked. At most the
 * first `limits.exclude.considered` rows of the list are checked.
 */
function excludingPage(request: PageRequest): PageSql {
  const { query, language, from, per_page, offset } = request
  const { exclude, ...filters } = query.filters
  const all = { ...request, from: undefined, query: { ...query, filters } }
  const columns = columnsOf(request)
  const maxRows = sql.lit(considered)
  const isFew = sql`(select count(*) from matches) < ${maxRows}`
  const isMeant = matchesNoneOf(language, exclude ?? '')
  const enough = from ? maxRows : sql`greatest(${sql.lit(exact + 1)}, ${per_page}::int + ${offset}::int)`
  return {
    before: sql`matches as materialized (${matches(all, maxRows, columns)}),
      remaining as materialized (
        select * from matches where ${isFew}
          and (select ${isMeant} from listings where listings.id = matches.id)
        union all (select ${columns} from (${walk(all, maxRows, sql`${columns}, search`)}) first
          where not ${isFew} and ${isMeant} limit ${enough})),
      counted as materialized (select least(count(*), ${sql.lit(exact + 1)})::int as found from remaining)`,
    page: selectPage(sql`remaining`, request, sql`true`),
  }
}
