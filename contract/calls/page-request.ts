import { z } from 'zod'
import { limits } from '../limits.ts'

/**
 * Requested page of a list, by number or by cursor. A cursor takes precedence over `page`. With a cursor, no row
 * appears on two pages when new rows were added in between.
 */
export function pageRequest({ most, cursor }: { most: number; cursor: number }) {
  return z
    .object({
      page: z.coerce.number().int().min(1).max(1000).default(1),
      per_page: z.coerce
        .number()
        .int()
        .min(0)
        .transform((size) => Math.min(size || limits.page.size, most))
        .default(limits.page.size),
      /** `next_cursor` of the previous page. */
      cursor: z.string().max(cursor).optional(),
    })
    .default({ page: 1, per_page: limits.page.size })
}

/** Request of a list that can only be read by cursor, page after page from the start. */
export const ListRequest = z.object({
  per_page: z.coerce.number().int().min(1).max(limits.list.max).default(limits.list.size),
  /** `next_cursor` of the previous page. */
  cursor: z.string().max(120).optional(),
})
export type ListRequest = z.output<typeof ListRequest>
