import { z } from 'zod'
import { limits } from '../limits.ts'
import { competitionLevels, experience, jobTypes, paymentFormats, sortings } from '../options.ts'
import { emptyAsUnchanged, Flag, Money, name, oneOrMany, text } from './fields.ts'
import { ReferenceId, UserId } from './ids.ts'
import { pageRequest } from './page-request.ts'

const experienceCode = z.enum(Object.keys(experience) as [keyof typeof experience])

/** Filters of the lists of orders and vacancies. Unknown keys are ignored; singular and plural names both work. */
export const ListingFilters = z.object({
  category_id: emptyAsUnchanged(oneOrMany(ReferenceId)),
  price_from: emptyAsUnchanged(Money),
  price_to: emptyAsUnchanged(Money),
  currency_id: emptyAsUnchanged(ReferenceId),
  experience: emptyAsUnchanged(oneOrMany(experienceCode)),
  payment_format: emptyAsUnchanged(oneOrMany(z.enum(paymentFormats))),
  job_type: emptyAsUnchanged(oneOrMany(z.enum(jobTypes))),
  competition: emptyAsUnchanged(oneOrMany(z.enum(competitionLevels))),
  language: emptyAsUnchanged(text(0, 8)),
  is_remote: emptyAsUnchanged(Flag),
  is_urgent: emptyAsUnchanged(Flag),
  /** Words to search for. A word after a minus sign is excluded, like the words in `exclude`. */
  search: emptyAsUnchanged(text(0, limits.search.max)),
  /**
   * Words that title and text must not contain. Only the first 2,000 listings that match the other filters are searched
   * for these words; the list ends there.
   */
  exclude: emptyAsUnchanged(text(0, limits.search.max)),
  tags: emptyAsUnchanged(oneOrMany(name(1, limits.tags.length))),
  /**
   * Author of the listings. The caller's own id gives own listings in every state; another id gives published ones
   * only.
   */
  author_id: emptyAsUnchanged(UserId),
  client_id: emptyAsUnchanged(UserId),
  user_id: emptyAsUnchanged(UserId),
})

export const ListingQuery = z.object({
  filters: ListingFilters.default({}),
  sort: z.enum(sortings).default('newest'),
  /** True to search by the words as they are typed, even if they find nothing. */
  is_exact: Flag.default(false),
  pagination: pageRequest({ most: limits.page.ownMax, cursor: 200 }),
})
export type ListingQuery = z.output<typeof ListingQuery>
