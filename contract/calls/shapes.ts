import { z } from 'zod'
import { paymentStates } from '../lifecycle.ts'
import { paymentKinds } from '../states.ts'
import { Amount, Time } from './scalars.ts'

/** Shapes that several calls share. A missing value is null, and a missing list is empty. */

export const Done = z.object({ ok: z.literal(true) })

export const Category = z.object({
  id: z.int(),
  name: z.string(),
  name_ru: z.string(),
  name_en: z.string(),
  parent_id: z.int().nullable(),
  /** True if the category is closed: nobody can choose it any more, but existing listings and people keep it. */
  is_closed: z.boolean(),
})
export const CategoryTree = Category.extend({ children: z.array(Category) })

export const Currency = z.object({
  id: z.int(),
  code: z.string(),
  symbol: z.string(),
  name: z.string(),
  icon_url: z.string().nullable(),
  /** Roubles per unit; null if the rate is older than a week. */
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
 * Status of a payment. `refused`: no money was taken, and the payment link still works. `returned`: the money went back
 * to the payer. `held`: a sum other than the price arrived, and an admin checks the payment.
 */
export const PaymentOutcome = z.object({
  payment_type: z.enum(paymentKinds),
  listing_id: z.int(),
  listing_kind: z.enum(['order', 'vacancy']),
  response_id: z.int().nullable(),
  outcome: z.enum(['open', 'refused', 'returned', 'over', 'held', 'paid']),
  /** Time of the last refused attempt to pay. A different time means a new refusal. */
  refused_at: Time.nullable(),
  /** Link to the payment page, set while the payment is unpaid. */
  payment_url: z.string().nullable(),
})

export const Pagination = z.object({
  page: z.int(),
  per_page: z.int(),
  /** Number of all items, exact up to a limit and always exact for own listings. `is_capped` is true if more exist. */
  total: z.int(),
  pages: z.int(),
  is_capped: z.boolean(),
  /** Cursor of the next page in lists of orders and vacancies; null on the last page. */
  next_cursor: z.string().nullable().optional(),
})

export function page<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), pagination: Pagination })
}

/** A page of a search by words. */
export function foundPage<T extends z.ZodType>(item: T) {
  return page(item).extend({
    /** Words by which the page was found, if the words as typed found nothing or little; absent otherwise. */
    corrected: z.string().optional(),
  })
}

/** A page of a list that can only be read by cursor, page after page from the start. */
export function cursorList<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), next_cursor: z.string().nullable() })
}
