import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { ListingQuery } from '#contract/calls/filters.ts'
import type { Pagination } from '#contract/calls/shapes.ts'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Sorting } from '#contract/options.ts'
import { preparedMark } from '#db/driver.ts'
import type { UserContext } from '#services/core/request-context.ts'
import { findLeaves } from '#services/reference/leaves.ts'
import { countCap, countMatches } from './counts.ts'
import { behind, keyOf, writeCursor } from './cursor.ts'
import { authorOf, conditions } from './filters.ts'

/** Each sort walks its own index (db/migrations/0005-search.ts). */
const sorts: Record<Sorting | 'own', RawBuilder<unknown>> = {
  own: sql`id desc`,
  newest: sql`listed_at desc, id desc`,
  high_budget: sql`price_base desc nulls last, id desc`,
  low_budget: sql`price_base, id`,
  min_competition: sql`responses_count, id`,
  close_deadline: sql`deadline, id`,
}

export type Found = { ids: number[]; pagination: z.output<typeof Pagination> }
type Row = { id: number; key: string | null }

/**
 * One page of ids with an honest total; the rows themselves are read by id. Where many listings match, the page is
 * a walk along the index of its sort with a plan that is made once; where few do, Postgres chooses a plan for the
 * very values, because walking the index to find them would read the whole market.
 */
export async function searchListings(
  ctx: UserContext,
  kind: ListingKind,
  query: ListingQuery,
): Promise<Found> {
  const { filters, pagination } = query
  const own = authorOf(filters) === ctx.viewer.id
  const per_page = Math.min(pagination.per_page, own ? limits.page.ownMax : limits.page.max)
  const sort = own ? 'own' : query.sort
  const category_id = filters.category_id && (await findLeaves(ctx, filters.category_id))
  const matching = conditions(
    kind,
    { ...query, filters: { ...filters, category_id } },
    { viewer_id: ctx.viewer.id, language: ctx.language, now: ctx.now() },
  )
  // Blocks make the same list differ from person to person, words from language to language.
  const name = own
    ? undefined
    : JSON.stringify([kind, filters, sort === 'close_deadline', ctx.viewer.id, ctx.language])
  const found = await countMatches(ctx, sql.join(matching, sql` and `), name)
  const { cursor } = pagination
  const offset = cursor === undefined ? (pagination.page - 1) * per_page : 0
  const where = sql.join(cursor === undefined ? matching : [...matching, behind(cursor, sort)], sql` and `)
  const page = sql`select id, ${keyOf(sort)} as key from listings
    where ${where} order by ${sorts[sort]} limit ${per_page} offset ${offset}`
  const isWalk = !own && found > countCap && !filters.search
  const { rows } = isWalk
    ? await sql<Row>`${sql.raw(preparedMark)} ${page}`.execute(ctx.lists)
    : await sql<Row>`${page}`.execute(ctx.db)
  // A count of some seconds ago never says less than what stands on the page.
  const shown = cursor === undefined ? offset + rows.length : rows.length
  const total = Math.min(Math.max(found, shown), countCap)
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
