import { z } from 'zod'
import { limits } from '../limits.ts'
import { competitionLevels, experience, jobTypes, paymentFormats, sortings } from '../options.ts'
import { Flag, Id, Money, oneOrMany, ReferenceId, text } from './fields.ts'

const experienceCode = z.enum(Object.keys(experience) as [keyof typeof experience])

/** Filters of the lists of orders and vacancies; unknown keys are ignored, singular and plural both read. */
export const ListingFilters = z.object({
  category_id: oneOrMany(ReferenceId).optional(),
  price_from: Money.optional(),
  price_to: Money.optional(),
  currency_id: ReferenceId.optional(),
  experience: oneOrMany(experienceCode).optional(),
  payment_format: oneOrMany(z.enum(paymentFormats)).optional(),
  job_type: oneOrMany(z.enum(jobTypes)).optional(),
  competition: oneOrMany(z.enum(competitionLevels)).optional(),
  language: text(0, 8).optional(),
  is_remote: Flag.optional(),
  is_urgent: Flag.optional(),
  search: text(0, limits.search.max).optional(),
  /** Words that must not stand in the title or text. */
  exclude: text(0, limits.search.max).optional(),
  tags: oneOrMany(text(1, limits.tags.length)).optional(),
  /** The caller's own id lists own listings in every state; any other id only published ones. */
  author_id: Id.optional(),
  client_id: Id.optional(),
  user_id: Id.optional(),
})

export const ListingQuery = z.object({
  filters: ListingFilters.default({}),
  sort: z.enum(sortings).default('newest'),
  pagination: z
    .object({
      page: z.coerce.number().int().min(1).max(1000).default(1),
      per_page: z.coerce
        .number()
        .int()
        .min(0)
        .transform((size) => size || limits.page.size)
        .default(limits.page.size),
      /** `next_cursor` of the page before; it wins over `page` and never repeats a row. */
      cursor: z.string().max(200).optional(),
    })
    .default({ page: 1, per_page: limits.page.size }),
})
export type ListingQuery = z.output<typeof ListingQuery>
