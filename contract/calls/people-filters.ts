import { z } from 'zod'
import { limits } from '../limits.ts'
import { experience, peopleSortings } from '../options.ts'
import { profileTexts } from '../profile-texts.ts'
import { Flag, ifGiven, name, oneOrMany, text } from './fields.ts'
import { ReferenceId } from './ids.ts'
import { pageRequest } from './page-request.ts'

/** Filters of the list of people. Unknown keys are ignored; singular and plural names both work. */
export const PeopleFilters = z.object({
  category_id: ifGiven(oneOrMany(ReferenceId)),
  experience: ifGiven(oneOrMany(z.enum(Object.keys(experience) as [keyof typeof experience]))),
  skills: ifGiven(oneOrMany(name(1, limits.skills.length))),
  languages: ifGiven(oneOrMany(z.string().regex(/^[a-z]{2}$/))),
  country: ifGiven(name(0, profileTexts.country.max)),
  city: ifGiven(name(0, profileTexts.city.max)),
  rating_from: ifGiven(z.coerce.number().min(0).max(5)),
  is_free: ifGiven(Flag),
  is_verified: ifGiven(Flag),
  is_only_remote: ifGiven(Flag),
  is_client: ifGiven(Flag),
  /** Selects contractors. True by default, unless clients are requested. */
  is_contractor: ifGiven(Flag),
  search: ifGiven(text(0, limits.search.max)),
})

export const PeopleQuery = z.object({
  filters: PeopleFilters.default({}),
  sort: z.enum(peopleSortings).default('rating'),
  pagination: pageRequest({ most: limits.page.max, cursor: 120 }),
})
export type PeopleQuery = z.output<typeof PeopleQuery>
