import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { ListingQuery } from '#contract/calls/filters.ts'
import type { Pagination } from '#contract/calls/shapes.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import { competitionLevels, competitionUpTo, experience, type Sorting } from '#contract/options.ts'
import type { Db } from '#db/index.ts'
import { notBlocked } from '#services/relations/blocks.ts'
import { behind, keyOf, writeCursor } from './cursor.ts'

/** Matches counted exactly; beyond it the answer says that there are more. */
const countCap = 10_000

/** Each sort walks its own index (db/migrations/0005_listing_indexes.ts). */
const sorts: Record<Sorting | 'own', RawBuilder<unknown>> = {
  own: sql`id desc`,
  newest: sql`listed_at desc, id desc`,
  high_budget: sql`price_base desc nulls last, id desc`,
  low_budget: sql`price_base, id`,
  min_competition: sql`responses_count, id`,
  close_deadline: sql`deadline, id`,
}

type Filters = ListingQuery['filters']
type Condition = Expression<SqlBool>

function any(column: string, values: readonly unknown[] | undefined): Condition[] {
  return values?.length ? [sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`] : []
}

/** A category stands for itself and the leaves under it. */
function inCategories(ids: number[] | undefined): Condition[] {
  if (!ids?.length) return []
  return [
    sql<SqlBool>`category_id in (select id from categories where id in (${sql.join(ids)}) or parent_id in (${sql.join(ids)}))`,
  ]
}

/** Buckets of years match when they overlap: 1-2 and 1-3 both suit somebody with two. */
function overlapping(codes: Filters['experience']): Condition[] {
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

/** Prices compare in roubles, so that 1,000 TON is not less than 50,000 roubles. */
function priced({ price_from, price_to, currency_id = 1 }: Filters): Condition[] {
  const base = (amount: number) =>
    sql`(select (${amount}::numeric * rate_to_base)::bigint from currencies where id = ${currency_id})`
  return [
    ...(price_from === undefined ? [] : [sql<SqlBool>`price_base >= ${base(price_from)}`]),
    ...(price_to === undefined ? [] : [sql<SqlBool>`price_base <= ${base(price_to)}`]),
  ]
}

/** None of the words, in any of their forms. */
function without(words: string): Condition {
  const any = words
    .split(/[\s,]+/)
    .filter(Boolean)
    .join(' or ')
  return sql<SqlBool>`not (search @@ websearch_to_tsquery('russian', ${any}))`
}

/** At least one of the tags, whatever their case. */
function tagged(names: string[]): Condition {
  const keys = names.map((name) => name.toLowerCase().replace(/\s+/g, ' '))
  return sql<SqlBool>`tags && array(select id from tags where name_key = any(${keys}::text[]))`
}

function conditions(kind: ListingKind, query: ListingQuery, viewer_id: number, now: Date): Condition[] {
  const { filters, sort } = query
  const author_id = filters.author_id ?? filters.client_id ?? filters.user_id
  const own = author_id === viewer_id
  return [
    sql<SqlBool>`kind = ${sql.lit(kind)}`,
    own ? sql<SqlBool>`status <> 'deleted'` : sql<SqlBool>`status = 'published'`,
    ...(author_id === undefined ? [] : [sql<SqlBool>`author_id = ${author_id}`]),
    ...(own ? [] : [notBlocked('author_id', viewer_id)]),
    ...inCategories(filters.category_id),
    ...priced(filters),
    ...overlapping(filters.experience),
    ...any('payment_format', filters.payment_format),
    ...any('job_type', filters.job_type),
    ...competing(filters.competition),
    ...(filters.language
      ? [sql<SqlBool>`(language is null or language in (${filters.language}, 'any'))`]
      : []),
    ...(filters.is_remote === undefined ? [] : [sql<SqlBool>`is_remote = ${filters.is_remote}`]),
    ...(filters.is_urgent ? [sql<SqlBool>`urgent`] : []),
    ...(filters.search ? [sql<SqlBool>`search @@ websearch_to_tsquery('russian', ${filters.search})`] : []),
    ...(filters.exclude ? [without(filters.exclude)] : []),
    ...(filters.tags?.length ? [tagged(filters.tags)] : []),
    // A deadline that has passed is not close.
    ...(sort === 'close_deadline' ? [sql<SqlBool>`deadline > ${now.toISOString()}`] : []),
  ]
}

export type Found = { ids: number[]; pagination: z.output<typeof Pagination> }

/** One page of ids with an honest total; the rows themselves are read by id. */
export async function searchListings(
  db: Db,
  kind: ListingKind,
  query: ListingQuery,
  viewer_id: number,
  now: Date,
): Promise<Found> {
  const { filters, pagination } = query
  const own = [filters.author_id, filters.client_id, filters.user_id].includes(viewer_id)
  const per_page = Math.min(pagination.per_page, own ? limits.page.ownMax : limits.page.max)
  const sort = own ? 'own' : query.sort
  const matching = conditions(kind, query, viewer_id, now)
  const where = sql.join(matching, sql` and `)
  const isPaged = pagination.cursor === undefined
  const rest = isPaged ? where : sql.join([...matching, behind(pagination.cursor ?? '', sort)], sql` and `)
  const offset = isPaged ? (pagination.page - 1) * per_page : 0
  const page = sql<{ id: number; key: string | null }>`select id, ${keyOf(sort)} as key from listings
    where ${rest} order by ${sorts[sort]} limit ${per_page} offset ${offset}`
  const count = sql<{ total: number }>`select count(*)::int as total
    from (select from listings where ${where} limit ${sql.lit(countCap + 1)}) matches`
  const [{ rows }, counted] = await Promise.all([page.execute(db), count.execute(db)])
  const found = counted.rows[0]?.total ?? 0
  const total = Math.min(found, countCap)
  const last = rows.length === per_page ? rows.at(-1) : undefined
  return {
    ids: rows.map((row) => row.id),
    pagination: {
      page: pagination.page,
      per_page,
      total,
      pages: Math.ceil(total / per_page),
      is_capped: found > countCap,
      next_cursor: last ? writeCursor(sort, last) : null,
    },
  }
}
