import type { Total } from '#web/client/totals.ts'
import { noFilters, type OrderSearch } from './search-params.ts'

/** A search with one filter removed. `removedFilter` contains only the removed filter, for its label. */
export type RelaxedSearch = { search: OrderSearch; removedFilter: OrderSearch }

/** Returns all searches with one filter removed. The search text is kept. */
export function relaxedSearches(search: OrderSearch): RelaxedSearch[] {
  const { category, from, to, currency, chosen } = search
  const bare: OrderSearch = { ...search, ...noFilters, text: '' }
  const groups = Object.entries(chosen) as [keyof typeof chosen, string[]][]
  return [
    ...(category ? [{ search: { ...search, category: '' }, removedFilter: { ...bare, category } }] : []),
    ...(from || to
      ? [{ search: { ...search, from: '', to: '' }, removedFilter: { ...bare, from, to, currency } }]
      : []),
    ...groups.flatMap(([group, values]) =>
      values.map((value) => ({
        search: { ...search, chosen: { ...chosen, [group]: values.filter((other) => other !== value) } },
        removedFilter: { ...bare, chosen: { ...bare.chosen, [group]: [value] } },
      })),
    ),
  ]
}

/** Returns the search with the most results. `null` if no search has results. */
export function findBestSearch<T>(
  searches: T[],
  totals: (Total | undefined)[],
): { found: T; total: Total } | null {
  const [best] = searches
    .flatMap((foundSearch, at) => {
      const total = totals[at]
      return total && total.total > 0 ? { found: foundSearch, total } : []
    })
    .sort((a, b) => b.total.total - a.total.total)
  return best ?? null
}
