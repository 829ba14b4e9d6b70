import { z } from 'zod'
import { paymentStates } from '../lifecycle.ts'
import { paymentKinds } from '../states.ts'
import { Amount, Time } from './scalars.ts'

/**
 * What the entities have in common as they stand on the wire: missing values are null, missing lists empty.
 */

export const Done = z.object({ ok: z.literal(true) })

export const Category = z.object({
  id: z.int(),
  name: z.string(),
  name_ru: z.string(),
  name_en: z.string(),
  parent_id: z.int().nullable(),
  /** Kept where it was chosen, and chosen no more. */
  is_closed: z.boolean(),
})
export const CategoryTree = Category.extend({ children: z.array(Category) })

export const Currency = z.object({
  id: z.int(),
  code: z.string(),
  symbol: z.string(),
  name: z.string(),
  icon_url: z.string().nullable(),
  /** Roubles for one unit; null when the rate is older than a week. */
  rate_to_base: z.number().nullable(),
  rate_date: z.string().nullable(),
})

export const Terms = z.object({ id: z.int(), name: z.string(), description: z.string() })

export const File = z.object({
  id: z.int(),
  file_url: z.string(),
  thumbnail_url: z.string().nullable(),
  file_format: z.string(),
  name: z.string(),
  size: z.int(),
})

export const Ref = z.object({ id: z.int(), name: z.string() })

export const Invoice = z.object({
  payment_url: z.string(),
  url: z.string(),
  invoice_id: z.int(),
  amount: Amount,
  currency: z.string(),
  expires_at: Time,
  state: z.enum(paymentStates),
})

/**
 * The outcome of a payment: `refused` took nothing and its link still works, `returned` has given the money back, `held`
 * has brought a sum that a person looks at.
 */
export const PaymentOutcome = z.object({
  payment_type: z.enum(paymentKinds),
  listing_id: z.int(),
  listing_kind: z.enum(['order', 'vacancy']),
  response_id: z.int().nullable(),
  outcome: z.enum(['open', 'refused', 'returned', 'over', 'held', 'paid']),
  /** Another moment is another refusal. */
  refused_at: Time.nullable(),
  /** While nobody has paid: the page that may not have opened. */
  payment_url: z.string().nullable(),
})

export const Pagination = z.object({
  page: z.int(),
  per_page: z.int(),
  /** Exact up to the cap, and of one's own listings always; `is_capped` tells when there are more. */
  total: z.int(),
  pages: z.int(),
  is_capped: z.boolean(),
  /** Continues lists of orders and vacancies; null at their end. */
  next_cursor: z.string().nullable().optional(),
})

export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), pagination: Pagination })
}

/** A list that is walked from its beginning, page by page. */
export function walked<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), next_cursor: z.string().nullable() })
}
