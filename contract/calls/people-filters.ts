import { z } from 'zod'
import { limits } from '../limits.ts'
import { experience, peopleSortings } from '../options.ts'
import { profileTexts } from '../profile-texts.ts'
import { emptyAsUnchanged, Flag, name, oneOrMany, text } from './fields.ts'
import { ReferenceId } from './ids.ts'
import { pageRequest } from './page-request.ts'

/** Filters of the list of people. Unknown keys are ignored; singular and plural names both work. */
export const PeopleFilters = z.object({
  category_id: emptyAsUnchanged(oneOrMany(ReferenceId)),
  experience: emptyAsUnchanged(oneOrMany(z.enum(Object.keys(experience) as [keyof typeof experience]))),
  skills: emptyAsUnchanged(oneOrMany(name(1, limits.skills.length))),
  languages: emptyAsUnchanged(oneOrMany(z.string().regex(/^[a-z]{2}$/))),
  country: emptyAsUnchanged(name(0, profileTexts.country.max)),
  city: emptyAsUnchanged(name(0, profileTexts.city.max)),
  rating_from: emptyAsUnchanged(z.coerce.number().min(0).max(5)),
  is_free: emptyAsUnchanged(Flag),
  is_verified: emptyAsUnchanged(Flag),
  is_only_remote: emptyAsUnchanged(Flag),
  is_client: emptyAsUnchanged(Flag),
  /** Selects contractors. True by default, unless clients are requested. */
  is_contractor: emptyAsUnchanged(Flag),
  search: emptyAsUnchanged(text(0, limits.search.max)),
})

export const PeopleQuery = z.object({
  filters: PeopleFilters.default({}),
  sort: z.enum(peopleSortings).default('rating'),
  /** True to search by the words as they are typed, even if they find nobody. */
  is_exact: Flag.default(false),
  pagination: pageRequest({ most: limits.page.max, cursor: 120 }),
})
export type PeopleQuery = z.output<typeof PeopleQuery>
