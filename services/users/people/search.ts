import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { PeopleQuery } from '#contract/calls/people-filters.ts'
import type { Pagination } from '#contract/calls/shapes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { experience, type PeopleSorting } from '#contract/options.ts'
import { skillKey, skillName } from '#db/reference/skills.ts'
import { isKnownLong, markLong } from '#services/core/cache.ts'
import type { Context } from '#services/core/context.ts'
import { configurationOf, typedQuery } from '#services/core/text/full-text.ts'
import { findSpecialitiesOf } from '#services/reference/queries.ts'
import { searchCorrected } from '#services/reference/words/corrected-search.ts'
import { notBlocked } from '#services/users/visibility/blocks.ts'

/**
 * SQL for the place of a person among others, by rating, which is at least 1. Behind all who have one come the others:
 * each part of the profile that is filled in, and the verification, counts 0.1.
 */
export const peopleOrder: RawBuilder<number> = sql`coalesce(person.rating, (person.is_verified::int
  + num_nonnulls(person.category_id, person.description, person.city, person.years_of_experience)) / 10.0)`

/** SQL for the sort key of each sorting, largest first. People with equal keys are sorted by id. */
const sortKeys: Record<PeopleSorting, RawBuilder<number>> = {
  rating: peopleOrder,
  newest: sql`person.id`,
  experience: sql`coalesce(person.years_of_experience, 0)`,
  completed: sql`person.completed_count`,
}

const { exact } = limits.totals
type Viewer = { viewer_id: number; language: Language }
type Filters = PeopleQuery['filters']
type Condition = RawBuilder<SqlBool>

const flags = ['is_free', 'is_verified', 'is_only_remote', 'is_client', 'is_contractor'] as const

/** SQL condition that the searched words match name, city or description, or the name of a skill. */
function matchingWords(language: Language, search: string): Condition {
  return sql`person.id in (
    select id from users
      where to_tsvector(${configurationOf(language)},
        search_text(full_name || ' ' || coalesce(city, '') || ' ' || coalesce(description, ''))) @@ ${typedQuery(language, search)}
    union select user_id from user_skills where name_key = ${skillKey(skillName(search))})`
}

/** SQL conditions that do not depend on the viewer; categories in the filters must be specialities, not groups. */
function conditions(filters: Filters, language: Language): Condition[] {
  const roles = filters.is_client === undefined && filters.is_contractor === undefined
  const effectiveFilters = { ...filters, ...(roles && { is_contractor: true }) }
  const { category_id, languages, skills, country, city, rating_from, search } = filters
  return [
    sql`person.status = 'active'`,
    ...flags
      .filter((flag) => effectiveFilters[flag] !== undefined)
      .map((flag): Condition => sql`${sql.ref(`person.${flag}`)} = ${effectiveFilters[flag]}`),
    ...inCategories(category_id),
    ...experienceRanges(filters.experience),
    ...(skills ?? []).map(
      (skill): Condition =>
        sql`person.id in (select user_id from user_skills where name_key = ${skillKey(skillName(skill))})`,
    ),
    ...(languages?.length
      ? [
          sql<SqlBool>`person.id in (select user_id from user_languages where code in (${sql.join(languages)}))`,
        ]
      : []),
    ...(country ? [sql<SqlBool>`lower(person.country) = lower(${country})`] : []),
    ...(city ? [sql<SqlBool>`lower(person.city) = lower(${city})`] : []),
    ...(rating_from ? [sql<SqlBool>`person.rating >= ${rating_from}`] : []),
    ...(search ? [matchingWords(language, search)] : []),
  ]
}

/**
 * A single category is compared by equality. Only then does an index return the people in the order of their ratings.
 */
function inCategories(leaves: number[] | undefined): Condition[] {
  if (!leaves) return []
  return [
    leaves.length === 1 ? sql`person.category_id = ${leaves[0]}` : sql`person.category_id = any(${leaves})`,
  ]
}

function experienceRanges(codes: Filters['experience']): Condition[] {
  if (!codes?.length) return []
  const ranges = codes.map((code) => {
    const [low, high] = experience[code]
    return sql`person.years_of_experience between ${low} and ${high}`
  })
  return [sql`(${sql.join(ranges, sql` or `)})`]
}

const mostInt = 2_147_483_647
/** Checks the sort key in a cursor: for an integer column the key must be an integer. */
const isKey: Record<PeopleSorting, (key: number) => boolean> = {
  rating: (key) => key >= 0 && key <= 5,
  newest: Number.isSafeInteger,
  experience: (key) => Number.isInteger(key) && Math.abs(key) <= mostInt,
  completed: (key) => Number.isInteger(key) && Math.abs(key) <= mostInt,
}

/**
 * Reads the sort key and the id of the last row of the previous page from a cursor.
 * @throws invalid_input
 */
function readCursor(cursor: string, sort: PeopleSorting): [key: number, id: number] {
  const [key = Number.NaN, id, ...rest] = Buffer.from(cursor, 'base64url').toString().split(':').map(Number)
  if (!isKey[sort](key) || !Number.isSafeInteger(id) || rest.length)
    throw new AppError('invalid_input', { fields: [{ path: 'pagination.cursor' }] })
  return [key, id as number]
}

/**
 * SQL for all matching people, unordered. If skills are given, people with the first skill are looked up one by one, so
 * that the database can stop when a page is full.
 */
function foundBy({ skills = [], ...filters }: Filters, language: Language): RawBuilder<unknown> {
  const [skill, ...others] = skills
  const matching = sql.join(conditions({ ...filters, skills: others }, language), sql` and `)
  if (skill === undefined) return sql`from users person where ${matching}`
  return sql`from user_skills one cross join lateral (
      select * from users where id = one.user_id offset 0) person
    where one.name_key = ${skillKey(skillName(skill))} and ${matching}`
}

export type FoundPeople = {
  ids: number[]
  pagination: z.output<typeof Pagination>
  next_cursor: string | null
}

type Row = { id: number; key: number }

/**
 * Finds a page of people. Mistakes in the search words are corrected, unless the request wants the exact words.
 * @throws invalid_input for an invalid cursor
 */
export async function searchPeople(
  ctx: Context,
  query: PeopleQuery,
  asker: Viewer,
): Promise<FoundPeople & { corrected?: string | undefined }> {
  const { search } = query.filters
  if (!search || query.is_exact) return findPeople(ctx, query, asker)
  const { found, corrected } = await searchCorrected(ctx, search, (words) =>
    findPeople(ctx, { ...query, filters: { ...query.filters, search: words } }, asker),
  )
  return { ...found, corrected }
}

/**
 * A page of matching people's ids with their total number, which is counted up to 1,000 for this viewer. If there are
 * more than 1,000, this fact is cached briefly for all viewers.
 */
async function findPeople(ctx: Context, query: PeopleQuery, asker: Viewer): Promise<FoundPeople> {
  const { filters, sort, pagination } = query
  const { page, per_page, cursor } = pagination
  const { viewer_id, language } = asker
  const leaves = filters.category_id?.length ? await findSpecialitiesOf(ctx, filters.category_id) : undefined
  const effectiveFilters = { ...filters, category_id: leaves }
  const matching = sql.join(conditions(effectiveFilters, language), sql` and `)
  const isSeen = notBlocked('person.id', viewer_id)
  const key = sortKeys[sort]
  const after = cursor ? sql`and (${key}, person.id) < (${sql.join(readCursor(cursor, sort))})` : sql``
  const offset = cursor ? 0 : (page - 1) * per_page
  const matchesSql = sql<Row>`select person.id, ${key}::float8 as key
    from users person where ${matching} and ${isSeen} ${after}
    order by ${key} desc, person.id desc limit ${per_page + 1} offset ${offset}`
  const countSql = sql<{ count: number }>`select count(*)::int as count
    from (select ${foundBy(effectiveFilters, language)} and ${isSeen} limit ${sql.lit(exact + 1)}) matches`
  const db = ctx.searches ?? ctx.db
  const name = JSON.stringify(['people', filters, language])
  const count = async () => (await countSql.execute(db)).rows[0]?.count ?? 0
  const isLong = isKnownLong(ctx, name)
  const [{ rows }, matches] = await Promise.all([matchesSql.execute(db), isLong ? exact + 1 : count()])
  if (matches > exact && !isLong) markLong(ctx, name)
  const pageRows = rows.slice(0, per_page)
  const total = Math.min(matches, exact)
  const last = rows.length > per_page ? pageRows.at(-1) : undefined
  return {
    ids: pageRows.map((row) => row.id),
    pagination: { page, per_page, total, pages: Math.ceil(total / per_page), is_capped: matches > exact },
    next_cursor: last ? Buffer.from(`${last.key}:${last.id}`).toString('base64url') : null,
  }
}
