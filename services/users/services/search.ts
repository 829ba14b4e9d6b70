import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ServiceQuery } from '#contract/calls/services.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import { currencyIds, type ServiceSorting } from '#contract/options.ts'
import type { Context } from '#services/core/context.ts'
import { readCursor, writeCursor } from '#services/core/text/cursor.ts'
import { typedQuery } from '#services/core/text/full-text.ts'
import { findSpecialitiesOf } from '#services/reference/queries.ts'
import { searchCorrected } from '#services/reference/words/corrected-search.ts'
import { peopleOrder } from '#services/users/people/search.ts'
import { serviceCategory } from './queries.ts'
import { isOffered } from './visibility.ts'

const { exact } = limits.totals

/** Somebody who searches. `viewer_id` is 0 for a person without an account. */
type Searcher = { viewer_id: number; language: Language }
type Filters = Omit<ServiceQuery, 'sort' | 'is_exact' | 'per_page' | 'cursor'>
type Condition = RawBuilder<SqlBool>

/** SQL for the price of a service in roubles, because prices in different currencies are compared. */
const priceInRoubles = sql`service.price * coalesce(currency.rate_to_base, 1)`

/** SQL condition that a document contains all words, in any order and form. The last one may be a prefix. */
const matches = (document: RawBuilder<unknown>, language: Language, words: string): Condition =>
  sql`${document} @@ ${typedQuery(language, words)}`
const wholeText = sql`service.search`
const title = sql`ts_filter(service.search, '{a}')`

/**
 * SQL for the sort key of each sorting, largest first; services with equal keys are sorted by id. Those that match best
 * have the words in their names, and then the freelancers who come first in the list of people. A service without a
 * price comes last in both orders by price.
 */
function sortKey(sort: ServiceSorting, words: string | undefined, language: Language): RawBuilder<number> {
  if (sort === 'newest') return sql`service.id::float8`
  if (sort === 'cheap') return sql`coalesce(-(${priceInRoubles}), -1e18)::float8`
  if (sort === 'dear') return sql`coalesce(${priceInRoubles}, -1)::float8`
  const isTitled = words ? matches(title, language, words) : sql`false`
  return sql`((${isTitled})::int * 10 + ${peopleOrder})::float8`
}

async function conditions(ctx: Context, filters: Filters, { language }: Searcher): Promise<Condition[]> {
  const { query, category_id, price_from, price_to, days_to, currency_id = currencyIds.RUB } = filters
  const inRoubles = (amount: number) =>
    sql`${amount}::numeric * (select rate_to_base from currencies where id = ${currency_id})`
  return [
    ...(!category_id?.length
      ? []
      : [sql<SqlBool>`${serviceCategory} = any(${await findSpecialitiesOf(ctx, category_id)}::int[])`]),
    ...(price_from === undefined ? [] : [sql<SqlBool>`${priceInRoubles} >= ${inRoubles(price_from)}`]),
    ...(price_to === undefined ? [] : [sql<SqlBool>`${priceInRoubles} <= ${inRoubles(price_to)}`]),
    ...(days_to === undefined ? [] : [sql<SqlBool>`service.days <= ${days_to}`]),
    ...(query ? [matches(wholeText, language, query)] : []),
  ]
}

export type FoundServices = { ids: number[]; total: number; is_capped: boolean; next_cursor: string | null }

/**
 * Finds a page of the services that are offered to the viewer. Mistakes in the words are corrected, unless the request
 * wants the exact words.
 * @throws invalid_input for an invalid cursor
 */
export async function searchServices(
  ctx: Context,
  asked: ServiceQuery,
  searcher: Searcher,
): Promise<FoundServices & { corrected?: string | undefined }> {
  if (!asked.query || asked.is_exact) return findServices(ctx, asked, searcher)
  const { found, corrected } = await searchCorrected(ctx, asked.query, async (query) => {
    const page = await findServices(ctx, { ...asked, query }, searcher)
    return { ...page, pagination: { total: page.total } }
  })
  return { ...found, corrected }
}

/** A page of matching services with their total number, which is counted up to a limit. */
async function findServices(ctx: Context, asked: ServiceQuery, searcher: Searcher): Promise<FoundServices> {
  const { sort, per_page, cursor, is_exact: _, ...filters } = asked
  const key = sortKey(sort, filters.query, searcher.language)
  const offered = isOffered(searcher.viewer_id, ctx.now().toISOString())
  const wanted = sql.join([offered, ...(await conditions(ctx, filters, searcher))], sql` and `)
  const matching = sql`from user_services service join users person on person.id = service.user_id
    join currencies currency on currency.id = service.currency_id where ${wanted}`
  const list = `services_${sort}`
  const from = cursor === undefined ? undefined : readCursor(cursor, list)
  const after = from ? sql`and (${key}, service.id) < (${from.rank}, ${from.id})` : sql``
  const pageSql = sql<{ id: number; key: number }>`select service.id, ${key} as key ${matching} ${after}
    order by key desc, service.id desc limit ${per_page + 1}`
  const countSql = sql<{ count: number }>`select count(*)::int as count
    from (select ${matching} limit ${sql.lit(exact + 1)}) matches`
  const db = ctx.searches ?? ctx.db
  const [{ rows }, counted] = await Promise.all([pageSql.execute(db), countSql.execute(db)])
  const count = counted.rows[0]?.count ?? 0
  const pageRows = rows.slice(0, per_page)
  const last = rows.length > per_page ? pageRows.at(-1) : undefined
  return {
    ids: pageRows.map((row) => row.id),
    total: Math.min(count, exact),
    is_capped: count > exact,
    next_cursor: last ? writeCursor(list, { rank: last.key, id: last.id }) : null,
  }
}
