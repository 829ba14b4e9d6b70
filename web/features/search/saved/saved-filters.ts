import { filterGroups, noFilters, type OrderSearch } from '#web/features/search/params/search-params.ts'
import type { SavedSearch } from './saved-queries.ts'

/** Converts saved filters to a search as stored in the URL. */
export function toOrderSearch({ filters }: Pick<SavedSearch, 'filters'>): OrderSearch {
  const many = (value: unknown) => (Array.isArray(value) ? value.map(String) : value ? [String(value)] : [])
  const one = (name: string) => many(filters[name])[0] ?? ''
  const { marks, ...groups } = filterGroups
  const chosen = Object.fromEntries(
    Object.entries(groups).map(([group, known]) => {
      const values = many(filters[group])
      return [group, known.filter((value) => values.includes(value))]
    }),
  )
  return {
    ...noFilters,
    text: one('search'),
    category: one('category_id'),
    sort: 'newest',
    from: one('price_from'),
    to: one('price_to'),
    currency: one('currency_id') || '1',
    chosen: {
      ...noFilters.chosen,
      ...chosen,
      marks: marks.filter((mark) => filters[mark] === true),
    },
  }
}
