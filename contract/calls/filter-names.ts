import { isEmptyValue } from './fields.ts'

/**
 * Names under which existing clients send filters: filter names and field names of orders, vacancies or people,
 * singular and plural, inside `filters` or beside it. Unlisted names are ignored.
 */
/** Names of a filter and the form of its value. `words` is free text, in which a placeholder does not mean "empty". */
type Spelling = { names: readonly string[]; holds: 'one' | 'list' | 'words' }
type Spellings = Record<string, Spelling>

const list = (...names: string[]): Spelling => ({ names, holds: 'list' })
const one = (...names: string[]): Spelling => ({ names, holds: 'one' })
const words = (...names: string[]): Spelling => ({ names, holds: 'words' })

const listingFilters: Spellings = {
  category_id: list('category_id', 'category_ids', 'category', 'categories'),
  experience: list('experience', 'experiences', 'required_experience', 'required_experiences'),
  payment_format: list('payment_format', 'payment_formats', 'work_format', 'work_formats'),
  job_type: list('job_type', 'job_types', 'format', 'formats', 'schedule', 'schedules'),
  competition: list('competition', 'competitions', 'competition_level', 'competition_levels'),
  tags: list('tags', 'tag'),
  language: one('language', 'languages'),
  currency_id: one('currency_id', 'currency_ids'),
  price_from: one('price_from'),
  price_to: one('price_to'),
  is_remote: one('is_remote'),
  is_urgent: one('is_urgent'),
  search: words('search'),
  exclude: words('exclude'),
}

const peopleFilters: Spellings = {
  category_id: list('category_id', 'category_ids', 'category', 'categories'),
  experience: list('experience', 'experiences'),
  skills: list('skills', 'skill'),
  languages: list('languages', 'language'),
  country: words('country', 'countries'),
  city: words('city', 'cities'),
  rating_from: one('rating_from'),
  is_free: one('is_free'),
  is_verified: one('is_verified'),
  is_only_remote: one('is_only_remote'),
  is_client: one('is_client'),
  is_contractor: one('is_contractor'),
  search: words('search'),
}

type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads a filter's value under any of its names. Several values are combined. If a filter allows only one, differing
 * values become a list, which the filter's schema refuses.
 */
function readValue({ names, holds }: Spelling, places: Fields[]): unknown {
  const sent = places.flatMap((place) => names.map((name) => place[name]))
  const given = sent.filter((value) => value !== undefined && (holds === 'words' || !isEmptyValue(value)))
  if (given.length === 0) return undefined
  if (given.length === 1 && (holds === 'list' || !Array.isArray(given[0]))) return given[0]
  const values = [...new Set(given.flat())]
  return values.length === 1 ? values[0] : values
}

/**
 * @param besides true if filters may also stand beside `filters`, in calls that have no other fields with the same
 * names
 */
const reading = (known: Spellings, besides: boolean) => (fields: Fields) => {
  const inside = fields.filters ?? {}
  // Anything but an object is passed on, and the schema refuses it.
  if (!isRecord(inside)) return fields
  const places = besides ? [inside, fields] : [inside]
  const named = Object.entries(known).map(([name, spelling]) => [name, readValue(spelling, places)])
  const sort = readValue(one('sort', 'sorting'), places)
  const given = Object.fromEntries(named.filter(([, value]) => value !== undefined))
  const spelled = new Set(Object.values(known).flatMap(({ names }) => names))
  const others = Object.entries(inside).filter(([name]) => !spelled.has(name))
  return { ...fields, filters: { ...Object.fromEntries(others), ...given }, ...(besides && { sort }) }
}

export const readListingFilters = reading(listingFilters, true)
export const readPeopleFilters = reading(peopleFilters, true)
/** A saved search has other fields beside `filters`, so filters beside it are not read. */
export const readSavedFilters = reading(listingFilters, false)
