import { isEmptyValue } from './fields.ts'

/**
 * Names under which existing clients send filters: filter names and field names of orders, vacancies or people,
 * singular and plural. Clients send them inside the field `filters` or next to it. Unlisted names are ignored.
 */
/**
 * Names of a filter, and the form of its value. `words` is free text, in which a placeholder such as "not set" does not
 * mean an empty value.
 */
type FilterNames = { names: readonly string[]; holds: 'one' | 'list' | 'words' }
type Spellings = Record<string, FilterNames>

const list = (...names: string[]): FilterNames => ({ names, holds: 'list' })
const single = (...names: string[]): FilterNames => ({ names, holds: 'one' })
const words = (...names: string[]): FilterNames => ({ names, holds: 'words' })

const listingFilters: Spellings = {
  category_id: list('category_id', 'category_ids', 'category', 'categories'),
  experience: list('experience', 'experiences', 'required_experience', 'required_experiences'),
  payment_format: list('payment_format', 'payment_formats', 'work_format', 'work_formats'),
  job_type: list('job_type', 'job_types', 'format', 'formats', 'schedule', 'schedules'),
  competition: list('competition', 'competitions', 'competition_level', 'competition_levels'),
  tags: list('tags', 'tag'),
  language: single('language', 'languages'),
  currency_id: single('currency_id', 'currency_ids'),
  price_from: single('price_from'),
  price_to: single('price_to'),
  is_remote: single('is_remote'),
  is_urgent: single('is_urgent'),
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
  rating_from: single('rating_from'),
  is_free: single('is_free'),
  is_verified: single('is_verified'),
  is_only_remote: single('is_only_remote'),
  is_client: single('is_client'),
  is_contractor: single('is_contractor'),
  search: words('search'),
}

type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Reads a filter's value under any of the filter's names. Values under several names are combined. If the filter allows
 * only one value, differing values become a list, which the filter's schema refuses.
 */
function readValue({ names, holds }: FilterNames, sources: Fields[]): unknown {
  const candidates = sources.flatMap((source) => names.map((name) => source[name]))
  const filled = candidates.filter(
    (value) => value !== undefined && (holds === 'words' || !isEmptyValue(value)),
  )
  if (filled.length === 0) return undefined
  if (filled.length === 1 && (holds === 'list' || !Array.isArray(filled[0]))) return filled[0]
  const values = [...new Set(filled.flat())]
  return values.length === 1 ? values[0] : values
}

/**
 * @param isBesideAllowed true if filters may also stand next to the field `filters`. Allowed only in calls whose other
 * fields have no names of filters.
 */
const readFilters = (spellings: Spellings, isBesideAllowed: boolean) => (fields: Fields) => {
  const filters = fields.filters ?? {}
  // A value of `filters` that is not an object is passed on unchanged, so that the schema refuses it.
  if (!isRecord(filters)) return fields
  const sources = isBesideAllowed ? [filters, fields] : [filters]
  const entries = Object.entries(spellings).map(([name, spelling]) => [name, readValue(spelling, sources)])
  const sort = readValue(single('sort', 'sorting'), sources)
  const knownFilters = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  const knownNames = new Set(Object.values(spellings).flatMap(({ names }) => names))
  const otherEntries = Object.entries(filters).filter(([name]) => !knownNames.has(name))
  return {
    ...fields,
    filters: { ...Object.fromEntries(otherEntries), ...knownFilters },
    ...(isBesideAllowed && { sort }),
  }
}

export const readListingFilters = readFilters(listingFilters, true)
export const readPeopleFilters = readFilters(peopleFilters, true)
/** A saved search has other fields next to `filters`, so only filters inside `filters` are read. */
export const readSavedFilters = readFilters(listingFilters, false)
