import { useQuery } from '@tanstack/react-query'
import type { ListingKind } from '#contract/lifecycle.ts'
import { parseAmount } from '#web/features/listings/formats/money.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { categories, currencies } from '#web/features/listings/queries.ts'
import { filterLabel } from './filter-words.ts'
import { type FilterGroup, filterGroups, type OrderSearch } from './search-params.ts'

/** Returns a search as a list of labels: text, category, budget, then the other filters. */
export function useSearchLabels(): (kind: ListingKind, search: OrderSearch) => string[] {
  const { t, span } = useFormats()
  const categoryQuery = useQuery(categories())
  const currencyQuery = useQuery(currencies())
  return (kind, { text, category, from, to, currency, chosen }) => {
    const [low, high] = [parseAmount(from), parseAmount(to)]
    const priceCurrency = currencyQuery.data?.find(({ id }) => String(id) === currency) ?? null
    const groups = Object.keys(filterGroups) as FilterGroup[]
    return [
      text.trim() && `«${text.trim()}»`,
      categoryQuery.data?.find(({ id }) => String(id) === category)?.name,
      (low !== null || high !== null) && span(low, high, priceCurrency),
      ...groups.flatMap((group) =>
        chosen[group].map((value) => {
          const label = filterLabel(t, kind, group, value)
          // The label «Низкая» alone would be unclear, so the competition filter has a longer label here.
          return group === 'competition' ? t('card.competition', { level: label }) : label
        }),
      ),
    ].filter((part) => typeof part === 'string' && part !== '') as string[]
  }
}
