import { z } from 'zod'
import { text } from './fields.ts'

export const Paging = z.object({
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
})
export const Reason = z.object({ reason: text(3, 500) })

/** Value of `added` for every call of the admin area, because the specification names none of these calls. */
export const addedReason = 'the admin area names no calls (#157, #158)'
