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
import { asPrefixQuery, searchQuery } from '#services/core/text/full-text.ts'
import { notBlocked } from '#services/users/visibility/blocks.ts'
import { isListed } from '#services/users/visibility/hidden-authors.ts'

type Asked = ListingQuery['filters']
type Condition = Expression<SqlBool>

/** One value is an equality, which an index answers in the order of the list. */
export type OneOrMany<Value> = { only: Value } | { several: Value[] }

/** Filters of a list as its statements read them: `exclude` is one query, tags are folded. */
type Filters = Omit<Asked, 'category_id' | 'client_id' | 'user_id' | 'tags'> & {
  tags?: OneOrMany<string> | undefined
}

/** What a list holds; specialities stand for the categories that were asked for. */
export type Wanted = { filters: Filters; leaves: Leaves | undefined; sort: ListingQuery['sort'] }

function any(column: string, values: readonly unknown[] | undefined): Condition[] {
  return values?.length ? [sql<SqlBool>`${sql.ref(column)} = any(${values})`] : []
}

/**
 * Specialities, which are leaves of the tree. Several are found by so many `walks`; those beyond the last leaf find
 * nothing, so groups of about the same size share a statement.
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

/** Ranges of years match when they overlap: 1-2 and 1-3 both suit two years. */
export function overlapping(codes: readonly Experience[]): Experience[] {
  return (Object.keys(experience) as Experience[]).filter((code) =>
    codes.some(
      (asked) => experience[code][0] <= experience[asked][1] && experience[code][1] >= experience[asked][0],
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
 * Prices compare in roubles, so that 1,000 TON is not less than 50,000 roubles. A bound in roubles goes in as it is:
 * one that Postgres has to look up first says nothing about how many listings it leaves.
 */
function priced({ price_from, price_to, currency_id = currencyIds.RUB }: Filters): Condition[] {
  const base = (amount: number) =>
    currency_id === currencyIds.RUB
      ? sql`${amount}::bigint`
      : sql`(select (${amount}::numeric * rate_to_base)::bigint from currencies where id = ${currency_id})`
  return [
    ...(price_from === undefined ? [] : [sql<SqlBool>`price_base >= ${base(price_from)}`]),
    ...(price_to === undefined ? [] : [sql<SqlBool>`price_base <= ${base(price_to)}`]),
  ]
}

/** Work in a language, or in whichever. What is not in the usual one is rare, and has a walk of its own. */
function inLanguage(language: string | undefined): Condition[] {
  if (!language) return []
  return [
    sql<SqlBool>`(language is null or language in (${language}, 'any'))`,
    ...(language === defaultLanguage
      ? []
      : [sql<SqlBool>`language is distinct from ${sql.lit(defaultLanguage)}`]),
  ]
}

/** All of the words, in any order and any of their forms, in the title or the main text; the last may be unfinished. */
export function worded(language: Language, words: string): Condition {
  return sql<SqlBool>`search @@ ${asPrefixQuery(searchQuery(language, words))}`
}

/** The same in the title alone. */
export function titled(language: Language, words: string): Condition {
  return sql<SqlBool>`ts_filter(search, '{a}') @@ ${asPrefixQuery(searchQuery(language, words))}`
}

/** Quotes and a minus mean nothing in a list of words: a minus would ask for the very word. */
const plainWords = (words: string) =>
  words
    .replaceAll('"', ' ')
    .split(/[\s,]+/)
    .map((word) => word.replace(/^-+/, ''))
    .filter(Boolean)

/**
 * Words and quotes behind a minus must not be there. They are looked for as those of `exclude`: an index leads to
 * what a listing says, and to nothing that it does not say.
 */
function readWords({ search, exclude }: Asked): Pick<Filters, 'search' | 'exclude'> {
  const said = search?.match(/-*"[^"]*"?|[^\s"]+/g) ?? []
  const unwanted = said.filter((word) => /^-+[^-]/.test(word))
  const wanted = said.filter((word) => !unwanted.includes(word))
  const without = [...plainWords(exclude ?? ''), ...unwanted.map((word) => word.replace(/^-+/, ''))]
  return {
    search: unwanted.length > 0 ? wanted.join(' ') || undefined : search,
    exclude: without.join(' or ') || undefined,
  }
}

/** None of the words, in any of their forms. @param any words with `or` between them */
export function without(language: Language, any: string): Condition {
  return sql<SqlBool>`not (search @@ (select ${searchQuery(language, any)}))`
}

function keysOf(names: string[] | undefined): OneOrMany<string> | undefined {
  const [only, ...others] = new Set(names?.map(skillKey))
  if (only === undefined) return undefined
  return others.length === 0 ? { only } : { several: [only, ...others] }
}

/**
 * At least one of the tags or skills, whatever their case. Of live listings there is a table of them, which is walked
 * for a single one.
 */
function tagged(kind: ListingKind, keys: OneOrMany<string>, own: boolean): Condition {
  const isKey = 'only' in keys ? sql`= ${keys.only}` : sql`= any(${keys.several}::text[])`
  if (own) return sql<SqlBool>`exists (select from listing_keys(skills, tags) key where key ${isKey})`
  return sql<SqlBool>`exists (select from listing_skills hit where hit.kind = ${sql.lit(kind)}
    and hit.skill_key ${isKey} and hit.listed_at = listings.listed_at and hit.listing_id = listings.id)`
}

/** Whose listings are asked for, by any of the names that clients give it. */
export function authorOf({ author_id, client_id, user_id }: Asked): number | undefined {
  return author_id ?? client_id ?? user_id
}

/** @param leaf_ids leaves for the categories; undefined where none were asked for */
export function readWanted({ filters, sort }: ListingQuery, leaf_ids: number[] | undefined): Wanted {
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

/** The reader of a list, the language of their words, and the moment (ISO 8601); `isOwn`: they are the author. */
type Reader = { viewer_id: number; language: Language; now: string; isOwn: boolean }

/** What a listing must be to stand in the list that was asked for. */
export function conditions(
  kind: ListingKind,
  { filters, leaves, sort }: Wanted,
  { viewer_id, language, now, isOwn }: Reader,
): Condition[] {
  const { author_id } = filters
  return [
    sql<SqlBool>`kind = ${sql.lit(kind)}`,
    isOwn ? sql<SqlBool>`status <> 'deleted'` : sql<SqlBool>`status = 'published'`,
    ...(author_id === undefined ? [] : [sql<SqlBool>`author_id = ${author_id}`]),
    // On their own page a hidden author's listings stand all the same.
    ...(isOwn ? [] : [author_id === undefined ? isListed('author_id') : notBlocked('author_id', viewer_id)]),
    ...(leaves ? [inLeaves(leaves)] : []),
    ...priced(filters),
    ...experienced(filters.experience),
    ...any('payment_format', filters.payment_format),
    ...any('job_type', filters.job_type),
    ...competing(filters.competition),
    ...inLanguage(filters.language),
    ...(filters.is_remote === undefined ? [] : [sql<SqlBool>`is_remote = ${filters.is_remote}`]),
    ...(filters.is_urgent ? [sql<SqlBool>`urgent`] : []),
    ...(filters.search ? [worded(language, filters.search)] : []),
    ...(filters.exclude ? [without(language, filters.exclude)] : []),
    ...(filters.tags ? [tagged(kind, filters.tags, isOwn)] : []),
    // A deadline that has passed is not close.
    ...(sort === 'close_deadline' ? [sql<SqlBool>`deadline > ${now}`] : []),
  ]
}
