import { z } from 'zod'
import { limits } from '../limits.ts'
import { experience, peopleSortings } from '../options.ts'
import { Flag, oneOrMany, ReferenceId, text } from './fields.ts'

/** Filters of the list of people; unknown keys are ignored, singular and plural both read. */
export const PeopleFilters = z.object({
  category_id: oneOrMany(ReferenceId).optional(),
  experience: oneOrMany(z.enum(Object.keys(experience) as [keyof typeof experience])).optional(),
  skills: oneOrMany(text(1, limits.skills.length)).optional(),
  languages: oneOrMany(z.string().regex(/^[a-z]{2}$/)).optional(),
  country: text(0, 64).optional(),
  city: text(0, 64).optional(),
  rating_from: z.coerce.number().min(0).max(5).optional(),
  is_free: Flag.optional(),
  is_verified: Flag.optional(),
  is_only_remote: Flag.optional(),
  is_client: Flag.optional(),
  /** Freelancers unless clients are asked for. */
  is_contractor: Flag.optional(),
  search: text(0, limits.search.max).optional(),
})

export const PeopleQuery = z.object({
  filters: PeopleFilters.default({}),
  sort: z.enum(peopleSortings).default('rating'),
  pagination: z
    .object({
      page: z.coerce.number().int().min(1).max(1000).default(1),
      per_page: z.coerce
        .number()
        .int()
        .min(0)
        .transform((size) => Math.min(size || limits.page.size, limits.page.max))
        .default(limits.page.size),
      /** Where the last page ended: goes on without repeats whoever joined meanwhile. */
      cursor: z.string().max(120).optional(),
    })
    .default({ page: 1, per_page: limits.page.size }),
})
export type PeopleQuery = z.output<typeof PeopleQuery>
