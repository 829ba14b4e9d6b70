import {
  offeredExperience,
  type PeopleSorting,
  peopleSortings,
  toOfferedExperience,
} from '#contract/options.ts'

export const peopleFlags = ['is_free', 'is_only_remote', 'is_verified'] as const
export type PeopleFlag = (typeof peopleFlags)[number]
export const ratings = ['4', '4.5', '4.8'] as const

/** Search for people as stored in the URL. Back and shared links therefore restore the search. */
export type PeopleSearch = {
  text: string
  /** True to search by the words as they are typed, without correcting mistakes. */
  isExact?: boolean
  sort: PeopleSorting
  category: string
  experience: (typeof offeredExperience)[number][]
  flags: PeopleFlag[]
  rating: string
  city: string
  skills: string[]
}

export const noPeopleFilters: Omit<PeopleSearch, 'text' | 'sort'> = {
  category: '',
  experience: [],
  flags: [],
  rating: '',
  city: '',
  skills: [],
}

const listParam = (params: URLSearchParams, name: string) =>
  params.get(name)?.split(',').filter(Boolean) ?? []

export function readPeopleSearch(params: URLSearchParams): PeopleSearch {
  const category = params.get('category') ?? ''
  const years = listParam(params, 'experience').map(toOfferedExperience)
  return {
    text: params.get('query') ?? '',
    isExact: params.has('exact'),
    sort: peopleSortings.find((known) => known === params.get('sort')) ?? 'rating',
    category: /^[1-9]\d{0,8}$/.test(category) ? category : '',
    experience: offeredExperience.filter((known) => years.includes(known)),
    flags: peopleFlags.filter((known) => listParam(params, 'status').includes(known)),
    rating: ratings.find((known) => known === params.get('rating')) ?? '',
    city: params.get('city') ?? '',
    skills: listParam(params, 'skills'),
  }
}

export function writePeopleSearch(search: PeopleSearch): URLSearchParams {
  const { text, sort, category, rating, city } = search
  const values = {
    query: text,
    exact: text && search.isExact ? '1' : '',
    sort: sort === 'rating' ? '' : sort,
    category,
    experience: search.experience.join(','),
    status: search.flags.join(','),
    rating,
    city,
    skills: search.skills.join(','),
  }
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
}

/** Converts the search to the filters of the API. */
export function peopleFilters({ text, category, experience, flags, rating, city, skills }: PeopleSearch) {
  return {
    search: text.trim() || undefined,
    category_id: category ? Number(category) : undefined,
    experience,
    ...(Object.fromEntries(flags.map((flag) => [flag, true])) as Partial<Record<PeopleFlag, true>>),
    rating_from: rating || undefined,
    city: city.trim() || undefined,
    skills,
  }
}

/** Returns the number of active filters, which the filter button shows. */
export function countPeopleFilters({ category, experience, flags, rating, city, skills }: PeopleSearch) {
  const singleCount = [category, rating, city.trim()].filter(Boolean).length
  return singleCount + experience.length + flags.length + skills.length
}
