import { toOfferedExperience } from '#contract/options.ts'
import { filterGroups, noFilters, type OrderSearch } from '#web/features/search/params/search-params.ts'
import type { SavedSearch } from './saved-queries.ts'

/** Converts saved filters to a search as stored in the URL. */
export function toOrderSearch({ filters }: Pick<SavedSearch, 'filters'>): OrderSearch {
  const toValues = (value: unknown) =>
    Array.isArray(value) ? value.map(String) : value ? [String(value)] : []
  const firstValue = (name: string) => toValues(filters[name])[0] ?? ''
  const { marks, ...groups } = filterGroups
  const chosenFilters = Object.fromEntries(
    Object.entries(groups).map(([group, options]) => {
      const values = toValues(filters[group]).map(toOfferedExperience)
      return [group, options.filter((value) => values.includes(value))]
    }),
  )
  return {
    ...noFilters,
    text: firstValue('search'),
    category: firstValue('category_id'),
    sort: 'newest',
    from: firstValue('price_from'),
    to: firstValue('price_to'),
    currency: firstValue('currency_id') || '1',
    chosen: {
      ...noFilters.chosen,
      ...chosenFilters,
      marks: marks.filter((mark) => filters[mark] === true),
    },
  }
}
