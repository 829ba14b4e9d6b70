import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Sorting } from '#contract/options.ts'
import { behind, keyOf, type Place } from './cursor.ts'
import { conditions, isPriced, overlapping, type Wanted, without, worded } from './filters.ts'

/** The SQL of one page of a list, and of its total. */

/** Each sort has its own index (indexes.ts). */
export const sorts: Record<Sorting | 'own', RawBuilder<unknown>> = {
  own: sql`id desc`,
  newest: sql`listed_at desc, id desc`,
  high_budget: sql`price_base desc nulls last, id desc`,
  low_budget: sql`price_base, id`,
  min_competition: sql`responses_count, id`,
  close_deadline: sql`deadline, id`,
}

/** A list, its reader, the moment (ISO 8601), and the part of it that is asked for. */
export type PageRequest = {
  kind: ListingKind
  query: Wanted
  /** A list of own listings, which has one order whatever is asked for. */
  isOwn: boolean
  sort: Sorting | 'own'
  viewer_id: number
  language: Language
  now: string
  /** The page begins behind this row. */
  from: Place | undefined
  per_page: number
  offset: number
}

const { exact } = limits.totals
const { considered } = limits.exclude
type Depth = number | RawBuilder<unknown>

const matching = ({ kind, query, ...reader }: PageRequest) =>
  sql.join(conditions(kind, query, reader), sql` and `)

/** One of the walks along an index that lead to a list: its first `depth` rows. */
type Walk = (depth: Depth, columns: RawBuilder<unknown>) => RawBuilder<unknown>

/** So many walks are merged step by step, each no further than it is needed; more are read one after the other. */
const mostMerged = 16
const merged =
  (walks: Walk[]): Walk =>
  (depth, columns) =>
    sql.join(
      walks.map((each) => each(depth, columns)),
      sql` union all `,
    )

/**
 * Several specialities are several walks, and so are the experiences that match one: a single walk would read all that
 * lies between. Undefined where a single walk does, and where words or skills lead to the rows: each walk would look
 * all of those up anew.
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

/** A list is sorted by its key, which rows of `listings` have under its own name. */
const columnsOf = ({ sort }: PageRequest) => (sort === 'own' ? sql`id` : sql`id, ${keyOf(sort)}`)

/** The first `depth` of a list in its order, from its beginning or from behind a row. */
function walk(request: PageRequest, depth: Depth, columns = columnsOf(request)): RawBuilder<unknown> {
  const { sort, from } = request
  const walks = walksOf(request)
  if (walks)
    return sql`select ${columns} from (${walks(depth, columns)}) near order by ${sorts[sort]} limit ${depth}`
  const further = from ? sql`and ${behind(from, sort)}` : sql``
  return sql`select ${columns} from listings where ${matching(request)} ${further}
    order by ${sorts[sort]} limit ${depth}`
}

/** The order in which all that matches is found by reading the fewest others. */
function cheapestSort({ query }: PageRequest): Sorting | 'own' {
  const { filters } = query
  if (filters.author_id !== undefined) return 'own'
  if (isPriced(filters)) return 'low_budget'
  if (query.sort === 'close_deadline') return 'close_deadline'
  return filters.competition?.length ? 'min_competition' : 'newest'
}

/** Up to `most` of all that matches, in no order. */
function matches(request: PageRequest, most: RawBuilder<unknown>, columns: RawBuilder<unknown>) {
  const { filters } = request.query
  if (isOfWords(request)) return matchesOfWords(request, most, columns)
  // An index of words or skills finds these, or the newest are walked: Postgres knows how common they are.
  if (filters.search || filters.tags)
    return sql`select ${columns} from listings where ${matching(request)} limit ${most}`
  const found = { ...request, sort: cheapestSort(request), from: undefined }
  const walks = walksOf(found)
  return walks ? sql`select * from (${walks(most, columns)}) one limit ${most}` : walk(found, most, columns)
}

/** Nothing but words is asked for. */
function isOfWords({ query, isOwn }: PageRequest): boolean {
  const { search, ...others } = query.filters
  const isAlone = !query.leaves && Object.values(others).every((value) => value === undefined)
  return search !== undefined && isAlone && !isOwn && query.sort !== 'close_deadline'
}

/** A word in so many of the newest listings is counted sooner along them than by the index of words, which gathers all. */
const sample = { newest: 300, common: 24 }

/** How common words are together Postgres cannot know: it is seen in the newest. */
function matchesOfWords(request: PageRequest, most: RawBuilder<unknown>, columns: RawBuilder<unknown>) {
  const { query, language } = request
  const isSaid = worded(language, query.filters.search ?? '')
  const all = { ...request, sort: 'newest' as const, from: undefined, query: { ...query, filters: {} } }
  // An end keeps Postgres from looking the words up in their index all the same.
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

/** A page as rows of `id` and `key`, and what it is read from. */
export type PageSql = { before: RawBuilder<unknown>; page: RawBuilder<unknown> }

/** A page of a list that is known to be long. */
export function longPage(request: PageRequest): RawBuilder<unknown> {
  const { per_page, offset } = request
  return cut(sql`(${walk(request, sql`${per_page}::int + ${offset}::int`)}) walked`, request, sql`true`)
}

/** The page out of rows that hold all of the list up to its end. */
function cut(rows: RawBuilder<unknown>, request: PageRequest, condition: RawBuilder<unknown>) {
  const { sort, from, per_page, offset } = request
  const further = from ? sql`and ${behind(from, sort)}` : sql``
  return sql`select id, ${keyOf(sort)} as key from ${rows} where ${condition} ${further}
    order by ${sorts[sort]} limit ${per_page} offset ${offset}`
}

/**
 * A page, and as `counted` how many match, up to one more than a total tells. If they are few, all of them have been
 * found and are sorted. Only a long list is walked in its order: a walk for few would read the whole market.
 */
export function countedPage(request: PageRequest): PageSql {
  if (request.query.filters.exclude && !request.isOwn) return excludingPage(request)
  // Own lists are counted to their end: clients ask for as many as there are.
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
 * No index leads to listings without a word, so each is read: the first of the list alone, and no more of them than are
 * counted.
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
