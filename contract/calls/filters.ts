import { z } from 'zod'
import { limits } from '../limits.ts'
import { competitionLevels, experience, jobTypes, paymentFormats, sortings } from '../options.ts'
import { Flag, ifGiven, Money, name, oneOrMany, text } from './fields.ts'
import { ReferenceId, UserId } from './ids.ts'
import { pageRequest } from './page-request.ts'

const experienceCode = z.enum(Object.keys(experience) as [keyof typeof experience])

/** Filters of the lists of orders and vacancies. Unknown keys are ignored; singular and plural names both work. */
export const ListingFilters = z.object({
  category_id: ifGiven(oneOrMany(ReferenceId)),
  price_from: ifGiven(Money),
  price_to: ifGiven(Money),
  currency_id: ifGiven(ReferenceId),
  experience: ifGiven(oneOrMany(experienceCode)),
  payment_format: ifGiven(oneOrMany(z.enum(paymentFormats))),
  job_type: ifGiven(oneOrMany(z.enum(jobTypes))),
  competition: ifGiven(oneOrMany(z.enum(competitionLevels))),
  language: ifGiven(text(0, 8)),
  is_remote: ifGiven(Flag),
  is_urgent: ifGiven(Flag),
  /** Searched words. A word behind a minus is excluded, as in `exclude`. */
  search: ifGiven(text(0, limits.search.max)),
  /**
   * Words that title and text must not contain. The list ends after the first 2,000 listings that match the other
   * filters.
   */
  exclude: ifGiven(text(0, limits.search.max)),
  tags: ifGiven(oneOrMany(name(1, limits.tags.length))),
  /**
   * Author of the listings. The caller's own id gives own listings in every state; another id gives published ones
   * only.
   */
  author_id: ifGiven(UserId),
  client_id: ifGiven(UserId),
  user_id: ifGiven(UserId),
})

export const ListingQuery = z.object({
  filters: ListingFilters.default({}),
  sort: z.enum(sortings).default('newest'),
  pagination: pageRequest({ most: limits.page.ownMax, cursor: 200 }),
})
export type ListingQuery = z.output<typeof ListingQuery>
