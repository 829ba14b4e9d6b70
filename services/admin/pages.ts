import { sql } from 'kysely'
import type { z } from 'zod'
import type { Pagination } from '#contract/calls/shapes.ts'

export type Paging = { page: number; per_page: number }
export type Page<T> = { items: T[]; pagination: z.output<typeof Pagination> }
type Counted = { total: number }

/** Converts rows with a `total` column to a page. */
export function toPage<T extends Counted>(rows: T[], { page, per_page }: Paging): Page<Omit<T, 'total'>> {
  const total = rows[0]?.total ?? 0
  const pagination = { page, per_page, total, pages: Math.ceil(total / per_page), is_capped: false }
  return { items: rows.map(({ total: _, ...row }) => row), pagination }
}

/** Total count beside each row. */
export const total = sql<number>`count(*) over ()::int`.as('total')
export const skip = ({ page, per_page }: Paging) => (page - 1) * per_page
