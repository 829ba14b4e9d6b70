import { sql } from 'kysely'
import type { z } from 'zod'
import type { Pagination } from '#contract/calls/shapes.ts'

export type Paging = { page: number; per_page: number }
export type Page<T> = { items: T[]; pagination: z.output<typeof Pagination> }
type Counted = { total: number }
/** The methods of Kysely's query builder that `readPage` calls. */
type Query<Row> = { limit(rows: number): { offset(rows: number): { execute(): Promise<Row[]> } } }

/** Column with the total number of rows, repeated in each row of a page. */
export const total = sql<number>`count(*) over ()::int`.as('total')

/** Runs a query for one page of rows. The query must select the column `total`. */
export async function readPage<Row extends Counted>(
  query: Query<Row>,
  { page, per_page }: Paging,
): Promise<Page<Omit<Row, 'total'>>> {
  const rows = await query
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const all = rows[0]?.total ?? 0
  const pagination = { page, per_page, total: all, pages: Math.ceil(all / per_page), is_capped: false }
  return { items: rows.map(({ total: _, ...row }) => row), pagination }
}
