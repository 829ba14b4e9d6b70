import { type Expression, type SqlBool, sql } from 'kysely'
import type { ListingQuery } from '#contract/calls/filters.ts'
import { defaultLanguage, type Language } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import {
  competitionLevels,
  competitionUpTo,
  currencyIds,
  type Experience,
  experience,
} from '#contract/options.ts'
import { skillKey } from '#db/reference/skills.ts'
import { searchQuery, typedQuery } from '#services/core/text/full-text.ts'
import { notBlocked } from '#services/users/visibility/blocks.ts'
import { isListed } from '#services/users/visibility/hidden-authors.ts'

type Asked = ListingQuery['filters']
type Condition = Expression<SqlBool>

/**
 * One value of a filter, or several values. A single value becomes an equality in SQL, so that an index can return rows
 * in the order of the list.
 */
export type OneOrMany<Value> = { only: Value } | { several: Value[] }

/** Filters of a list as the SQL needs them. `exclude` is one text search query, and tags are replaced by their keys. */
type Filters = Omit<Asked, 'category_id' | 'client_id' | 'user_id' | 'tags'> & {
  tags?: OneOrMany<string> | undefined
}

/** A normalized list request. Its categories are replaced by the specialities that belong to them. */
export type NormalizedQuery = { filters: Filters; leaves: Leaves | undefined; sort: ListingQuery['sort'] }

function anyOf(column: string, values: readonly unknown[] | undefined): Condition[] {
  return values?.length ? [sql<SqlBool>`${sql.ref(column)} = any(${values})`] : []
}

/**
 * Specialities, which are the leaves of the category tree. For several specialities the query has one index scan each,
 * rounded up to a power of two (`walks`), so that similar requests share a prepared statement. The surplus scans return
 * nothing.
 */
export type Leaves = { only: number } | { several: number[]; walks: number }
export const leavesOf = (ids: number[]): Leaves => {
  const [only] = ids
  return only !== undefined && ids.length === 1
    ? { only }
    : { several: ids, walks: 2 ** Math.ceil(Math.log2(ids.length)) }
}

const inLeaves = (leaves: Leaves): Condition =>
  'only' in leaves
    ? sql<SqlBool>`category_id = ${leaves.only}`
    : sql<SqlBool>`category_id = any(${leaves.several}::int[])`

/**
 * Returns all ranges of experience that overlap a requested range. For example, 1-2 and 1-3 years both suit a request
 * for two years.
 */
export function overlapping(codes: readonly Experience[]): Experience[] {
  return (Object.keys(experience) as Experience[]).filter((code) =>
    codes.some(
      (searched) =>
        experience[code][0] <= experience[searched][1] && experience[code][1] >= experience[searched][0],
    ),
  )
}

function experienced(codes: Filters['experience']): Condition[] {
  if (!codes?.length) return []
  const ranges = codes.map((code) => {
    const [low, high] = experience[code]
    return sql<SqlBool>`(experience_min <= ${high} and experience_max >= ${low})`
  })
  return [sql<SqlBool>`(experience_min is null or ${sql.join(ranges, sql` or `)})`]
}

function competing(levels: Filters['competition']): Condition[] {
  if (!levels?.length) return []
  const ranges = levels.map((level) => {
    const below = competitionLevels[competitionLevels.indexOf(level) - 1]
    const low = below ? competitionUpTo[below] + 1 : 0
    const high = Math.min(competitionUpTo[level], 2_147_483_647)
    return sql<SqlBool>`responses_count between ${low} and ${high}`
  })
  return [sql<SqlBool>`(${sql.join(ranges, sql` or `)})`]
}

export const isPriced = ({ price_from, price_to }: Filters) =>
  price_from !== undefined || price_to !== undefined

/**
 * SQL conditions for a price filter. Prices are compared in roubles, so that 1,000 TON counts as more than 50,000
 * roubles. A limit in roubles is written into the SQL as a value: for a subquery Postgres could not estimate how many
 * rows match.
 */
function priceConditions({ price_from, price_to, currency_id = currencyIds.RUB }: Filters): Condition[] {
  const base = (amount: number) =>
    currency_id === currencyIds.RUB
      ? sql`${amount}::bigint`
      : sql`(select (${amount}::numeric * rate_to_base)::bigint from currencies where id = ${currency_id})`
  return [
    ...(price_from === undefined ? [] : [sql<SqlBool>`price_base >= ${base(price_from)}`]),
    ...(price_to === undefined ? [] : [sql<SqlBool>`price_base <= ${base(price_to)}`]),
  ]
}

/**
 * SQL condition that a listing accepts the given language or any language. Languages other than the default one are
 * rare, so they have an index of their own.
 */
function inLanguage(language: string | undefined): Condition[] {
  if (!language) return []
  return [
    sql<SqlBool>`(language is null or language in (${language}, 'any'))`,
    ...(language === defaultLanguage
      ? []
      : [sql<SqlBool>`language is distinct from ${sql.lit(defaultLanguage)}`]),
  ]
}

/**
 * SQL condition that a listing contains all words, in any order and form, in the title or the main text. The last word
 * may be a prefix.
 */
export function matchesWords(language: Language, words: string): Condition {
  return sql<SqlBool>`search @@ ${typedQuery(language, words)}`
}

/**
 * SQL condition that the title of a listing contains all words, in any order and form. The last word may be a prefix.
 */
export function matchesTitle(language: Language, words: string): Condition {
  return sql<SqlBool>`ts_filter(search, '{a}') @@ ${typedQuery(language, words)}`
}

/** Removes quotes and minus signs from search words. In the list of excluded words a minus would mean the opposite. */
const plainWords = (words: string) =>
  words
    .replaceAll('"', ' ')
    .split(/[\s,]+/)
    .map((word) => word.replace(/^-+/, ''))
    .filter(Boolean)

/**
 * Splits a search text into wanted words and excluded ones, which follow a minus. Excluded words go into the filter
 * `exclude`, because the text index finds only words that are present.
 */
function readWords({ search, exclude }: Asked): Pick<Filters, 'search' | 'exclude'> {
  const terms = search?.match(/-*"[^"]*"?|[^\s"]+/g) ?? []
  const unwanted = terms.filter((word) => /^-+[^-]/.test(word))
  const wantedTerms = terms.filter((word) => !unwanted.includes(word))
  const excludedWords = [...plainWords(exclude ?? ''), ...unwanted.map((word) => word.replace(/^-+/, ''))]
  return {
    search: unwanted.length > 0 ? wantedTerms.join(' ') || undefined : search,
    exclude: excludedWords.join(' or ') || undefined,
  }
}

/** SQL condition that a listing contains none of the excluded words, in any form. @param any words separated by `or` */
export function matchesNoneOf(language: Language, any: string): Condition {
  return sql<SqlBool>`not (search @@ (select ${searchQuery(language, any)}))`
}

function keysOf(names: string[] | undefined): OneOrMany<string> | undefined {
  const [only, ...others] = new Set(names?.map(skillKey))
  if (only === undefined) return undefined
  return others.length === 0 ? { only } : { several: [only, ...others] }
}

/**
 * SQL condition that a listing has at least one of the given tags or skills, ignoring case. The table listing_skills
 * contains the keys of published listings. For a single key Postgres scans this table in the order of the list.
 */
function tagged(kind: ListingKind, keys: OneOrMany<string>, own: boolean): Condition {
  const isKey = 'only' in keys ? sql`= ${keys.only}` : sql`= any(${keys.several}::text[])`
  if (own) return sql<SqlBool>`exists (select from listing_keys(skills, tags) key where key ${isKey})`
  return sql<SqlBool>`exists (select from listing_skills hit where hit.kind = ${sql.lit(kind)}
    and hit.skill_key ${isKey} and hit.listed_at = listings.listed_at and hit.listing_id = listings.id)`
}

/** Returns the author by whom a list is filtered. Clients send the author's id under any of three names. */
export function authorOf({ author_id, client_id, user_id }: Asked): number | undefined {
  return author_id ?? client_id ?? user_id
}

/** @param leaf_ids specialities of the requested categories; undefined if the request has no category */
export function readWanted({ filters, sort }: ListingQuery, leaf_ids: number[] | undefined): NormalizedQuery {
  const { category_id: _, client_id: __, user_id: ___, tags, ...others } = filters
  return {
    filters: {
      ...others,
      author_id: authorOf(filters),
      tags: keysOf(tags),
      ...readWords(filters),
    },
    leaves: leaf_ids && leavesOf(leaf_ids),
    sort,
  }
}

/**
 * Facts about the reader of a list: viewer, language of the search words and current time (ISO 8601). `isOwn` is true
 * if the viewer lists their own listings.
 */
type Reader = { viewer_id: number; language: Language; now: string; isOwn: boolean }

/** SQL conditions that a listing must meet to appear in a list. */
export function conditions(
  kind: ListingKind,
  { filters, leaves, sort }: NormalizedQuery,
  { viewer_id, language, now, isOwn }: Reader,
): Condition[] {
  const { author_id } = filters
  return [
    sql<SqlBool>`kind = ${sql.lit(kind)}`,
    isOwn ? sql<SqlBool>`status <> 'deleted'` : sql<SqlBool>`status = 'published'`,
    ...(author_id === undefined ? [] : [sql<SqlBool>`author_id = ${author_id}`]),
    // An author's own page shows the author's listings even to a viewer who has hidden that author. Only a block
    // excludes them.
    ...(isOwn ? [] : [author_id === undefined ? isListed('author_id') : notBlocked('author_id', viewer_id)]),
    ...(leaves ? [inLeaves(leaves)] : []),
    ...priceConditions(filters),
    ...experienced(filters.experience),
    ...anyOf('payment_format', filters.payment_format),
    ...anyOf('job_type', filters.job_type),
    ...competing(filters.competition),
    ...inLanguage(filters.language),
    ...(filters.is_remote === undefined ? [] : [sql<SqlBool>`is_remote = ${filters.is_remote}`]),
    ...(filters.is_urgent ? [sql<SqlBool>`urgent`] : []),
    ...(filters.search ? [matchesWords(language, filters.search)] : []),
    ...(filters.exclude ? [matchesNoneOf(language, filters.exclude)] : []),
    ...(filters.tags ? [tagged(kind, filters.tags, isOwn)] : []),
    // The sorting `close_deadline` means "closing soon", so listings whose deadline has passed are left out.
    ...(sort === 'close_deadline' ? [sql<SqlBool>`deadline > ${now}`] : []),
  ]
}
