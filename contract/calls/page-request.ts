import { z } from 'zod'
import { limits } from '../limits.ts'

/**
 * Which part of a list is wanted; the cursor wins over `page`, and repeats no row when new ones were added meanwhile.
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
      /** `next_cursor` of the page before. */
      cursor: z.string().max(cursor).optional(),
    })
    .default({ page: 1, per_page: limits.page.size })
}

/** The next rows of a list that is walked from its beginning. */
export const ListRequest = z.object({
  per_page: z.coerce.number().int().min(1).max(limits.list.max).default(limits.list.size),
  /** `next_cursor` of the page before. */
  cursor: z.string().max(120).optional(),
})
export type ListRequest = z.output<typeof ListRequest>
