import {
  competitionLevels,
  jobTypes,
  offeredExperience,
  paymentFormats,
  sortings,
  toOfferedExperience,
} from '#contract/options.ts'
import { parseAmount } from '#web/features/listings/formats/money.ts'

const groups = {
  experience: [...offeredExperience],
  payment_format: [...paymentFormats],
  job_type: [...jobTypes],
  competition: [...competitionLevels],
  marks: ['is_remote', 'is_urgent'] as const,
}
export type FilterGroup = keyof typeof groups
export const filterGroups = groups

/** Search for listings as stored in the URL. Back and shared links therefore restore the search. */
export type OrderSearch = {
  text: string
  /** True to search by the words as they are typed, without correcting mistakes. */
  isExact?: boolean
  /** Id of a category. An empty text stands for all categories. */
  category: string
  sort: (typeof sortings)[number]
  from: string
  to: string
  currency: string
  chosen: Record<FilterGroup, string[]>
}

export function parseSearchParams(params: URLSearchParams): OrderSearch {
  const sort = sortings.find((known) => known === params.get('sort')) ?? 'newest'
  const chosenFilters = Object.fromEntries(
    Object.entries(groups).map(([group, values]) => {
      const requestedNames = params.get(group)?.split(',').map(toOfferedExperience) ?? []
      return [group, values.filter((value) => requestedNames.includes(value))]
    }),
  ) as OrderSearch['chosen']
  const text = params.get('query') ?? ''
  return {
    text,
    isExact: params.has('exact'),
    category: /^\d+$/.exec(params.get('category') ?? '')?.[0] ?? '',
    sort,
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    currency: params.get('currency') ?? '1',
    chosen: chosenFilters,
  }
}

export function toSearchParams(search: OrderSearch): URLSearchParams {
  const params = new URLSearchParams()
  if (search.text) params.set('query', search.text)
  if (search.text && search.isExact) params.set('exact', '1')
  if (search.category) params.set('category', search.category)
  if (search.sort !== 'newest') params.set('sort', search.sort)
  if (search.from) params.set('from', search.from)
  if (search.to) params.set('to', search.to)
  if ((search.from || search.to) && search.currency !== '1') params.set('currency', search.currency)
  for (const [group, values] of Object.entries(search.chosen))
    if (values.length > 0) params.set(group, values.join(','))
  return params
}

/** Converts the search to the filters of the API. */
export function toApiFilters({ text, category, from, to, currency, chosen }: OrderSearch) {
  const { marks, ...groups } = chosen
  const [low, high] = [parseAmount(from), parseAmount(to)]
  const hasPrice = low !== null || high !== null
  return {
    search: text.trim() || undefined,
    price_from: low ?? undefined,
    price_to: high ?? undefined,
    currency_id: hasPrice ? Number(currency) : undefined,
    category_id: category ? [Number(category)] : undefined,
    is_remote: marks.includes('is_remote') || undefined,
    is_urgent: marks.includes('is_urgent') || undefined,
    ...(groups as { [G in Exclude<FilterGroup, 'marks'>]: never[] }),
  }
}

export const noFilters: Pick<OrderSearch, 'category' | 'from' | 'to' | 'chosen'> = {
  category: '',
  from: '',
  to: '',
  chosen: { experience: [], payment_format: [], job_type: [], competition: [], marks: [] },
}

/** Returns the number of active filters, which the filter button shows. */
export function countFilters({ category, from, to, chosen }: OrderSearch): number {
  const singleCount = (category ? 1 : 0) + (from || to ? 1 : 0)
  return singleCount + Object.values(chosen).reduce((sum, values) => sum + values.length, 0)
}
