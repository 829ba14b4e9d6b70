import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { inEachLanguage } from '#contract/languages.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { type Prepared, prepare } from '#db/prepared.ts'
import type { Context } from '#services/core/context.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { typedQuery } from '#services/core/text/full-text.ts'
import { excludedAuthors } from '#services/users/visibility/hidden-authors.ts'
import { type CardRow, withCards } from '../cards/columns.ts'
import type { NormalizedQuery } from './filters.ts'
import { countedPage, longPage, type PageRequest, sorts } from './page-sql.ts'

/**
 * A page of a list that was read from the database. `total` is undefined if the rows were not counted. Otherwise it is
 * at most one above the limit up to which totals are exact.
 */
export type FoundPage = { rows: (CardRow & { key: string | null })[]; total: number | undefined }
type Row = CardRow & { key: string | null; place: number; found?: number }

/**
 * Runs the SQL of one page of a list.
 * @param isLong true if the list is known to have more rows than the limit up to which totals are exact; it is not
 * counted again then
 */
export async function findPage(ctx: Context, request: PageRequest, isLong: boolean): Promise<FoundPage> {
  const { offset, from } = request
  const rows = await runStatement(ctx, request, isLong ? 'long' : 'counted')
  rows.sort((one, other) => one.place - other.place)
  // The page is not full although the list was cached as long, for example because this viewer hides many authors. So
  // the list is counted for this viewer.
  if (isLong && rows.length < request.per_page) return findPage(ctx, request, false)
  if (isLong || rows.length > 0) return { rows, total: rows[0]?.found }
  // The total is a column of the page's rows. A page past the end of the list has no rows, so a second query reads the
  // total.
  if (offset === 0 && !from) return { rows, total: 0 }
  const [first] = await runStatement(ctx, { ...request, from: undefined, offset: 0, per_page: 1 }, 'counted')
  return { rows, total: first?.found ?? 0 }
}

/** Number of the newest listings in which words are looked for before the text index, which collects all matches. */
const newest = 100

const findWritten = inEachLanguage((language) =>
  prepare<{ kind: ListingKind; words: string }, { is_written: boolean }>((_, { kind, words }) => {
    const isSaid = sql`search @@ (select query from asked)`
    return sql`with asked as materialized (select ${typedQuery(language, words)} as query),
      newest as materialized (select search from listings where kind = ${kind} and status = 'published'
        order by ${sorts.newest} limit ${sql.lit(newest)}),
      indexed as materialized (select from listings where status = 'published' and ${isSaid})
      select exists (select from newest where ${isSaid}) or exists (select from indexed) as is_written`
  }),
)

/**
 * True if a published listing has the words, whoever may see it. This costs a fraction of a page, most of whose time
 * Postgres needs to plan it. Any words have the same plan here, so the statement is prepared.
 */
export async function isWritten(ctx: UserContext, kind: ListingKind, words: string): Promise<boolean> {
  const [row] = await findWritten[ctx.language](ctx.searches ?? ctx.db, { kind, words })
  return row?.is_written === true
}

type Counting = 'counted' | 'long'

async function runStatement(ctx: Context, request: PageRequest, counting: Counting): Promise<Row[]> {
  // A statement with search words is not prepared. Its best plan depends on how common the words are, so Postgres must
  // plan with the actual words.
  if (request.query.filters.search)
    return (await statementOf(request, counting).execute(ctx.searches ?? ctx.db)).rows
  return preparedFor(request, counting)(ctx.lists, valuesOf(request))
}

function statementOf(request: PageRequest, counting: Counting): RawBuilder<Row> {
  const hidden = excludedAuthors(request.viewer_id)
  if (counting === 'long') return withCards(longPage(request), request.viewer_id, sql``, sql`${hidden}, `)
  const { before, page } = countedPage(request)
  const found = sql`, (select found from counted) as found`
  return withCards(page, request.viewer_id, found, sql`${hidden}, ${before}, `)
}

/** Parameters of a prepared statement. All other filters are part of the SQL text. */
type Values = {
  viewer_id: number
  now: string
  per_page: number
  offset: number
  key: string
  id: number
  author_id: number
  price_from: number
  price_to: number
  exclude: string
  leaf: number
  leaves: number[]
  tag: string
  tags: string[]
}
const blank: Values = {
  viewer_id: 0,
  now: '',
  per_page: 0,
  offset: 0,
  key: '',
  id: 0,
  author_id: 0,
  price_from: 0,
  price_to: 0,
  exclude: '-',
  leaf: 0,
  leaves: [],
  tag: '',
  tags: [],
}

function valuesOf({ query, from, viewer_id, now, per_page, offset }: PageRequest): Values {
  const { filters, leaves } = query
  const { author_id = 0, price_from = 0, price_to = 0, exclude = '', tags } = filters
  return {
    viewer_id,
    now,
    per_page,
    offset,
    key: from?.key ?? '',
    id: from?.id ?? 0,
    author_id,
    price_from,
    price_to,
    exclude,
    leaf: leaves && 'only' in leaves ? leaves.only : 0,
    leaves: leaves && 'several' in leaves ? leaves.several : [],
    tag: tags && 'only' in tags ? tags.only : '',
    tags: tags && 'several' in tags ? tags.several : [],
  }
}

/** Returns a copy of a request in which the given values replace the request's own values. */
function withValues(request: PageRequest, values: Values): PageRequest {
  const { query, from } = request
  const { viewer_id, now, per_page, offset, leaf, leaves, tag, tags } = values
  const filters: NormalizedQuery['filters'] = { ...query.filters }
  for (const name of ['author_id', 'price_from', 'price_to', 'exclude'] as const)
    if (filters[name] !== undefined) Object.assign(filters, { [name]: values[name] })
  if (filters.tags) filters.tags = 'only' in filters.tags ? { only: tag } : { several: tags }
  const specialities =
    query.leaves && ('only' in query.leaves ? { only: leaf } : { ...query.leaves, several: leaves })
  return {
    ...request,
    viewer_id,
    now,
    per_page,
    offset,
    from: from && { key: from.key === null ? null : values.key, id: values.id },
    query: { ...query, filters, leaves: specialities },
  }
}

/**
 * Cache of prepared statements by the shape of the request, because building a statement takes longer than running it.
 */
const statements = new LRUCache<string, Prepared<Values, Row>>({ max: 500 })

function preparedFor(request: PageRequest, counting: Counting): Prepared<Values, Row> {
  const shape = JSON.stringify([counting, withValues(request, blank)])
  const cached = statements.get(shape)
  if (cached) return cached
  const prepared = prepare<Values, Row>((_db, values) => statementOf(withValues(request, values), counting), {
    isShape: true,
  })
  statements.set(shape, prepared)
  return prepared
}
