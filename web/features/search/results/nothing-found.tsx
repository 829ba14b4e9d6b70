import { useQueries } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { totalValues } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { countListings } from '#web/features/listings/queries.ts'
import { findBestSearch, relaxedSearches } from '#web/features/search/params/fewer-filters.ts'
import { noFilters, type OrderSearch, toApiFilters } from '#web/features/search/params/search-params.ts'
import { useSearchLabels } from '#web/features/search/params/use-description.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipScroller, RemovableChip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { NoWordsFound } from './no-words-found.tsx'

type NoResultsProps = { kind: ListingKind; search: OrderSearch; onSearch: (search: OrderSearch) => void }

const showTexts = { order: 'filters.show', vacancy: 'filters.showVacancies' }

/**
 * Empty state of a search. It suggests to remove the filter without which most results are found. Without filters it
 * suggests single words and a notification.
 */
export default function NoResults(props: NoResultsProps) {
  const relaxedVariants = relaxedSearches(props.search)
  return relaxedVariants.length === 0 && props.search.text.trim() !== '' ? (
    <NoWordsFound {...props} />
  ) : (
    <NoFiltersFound {...props} />
  )
}

function NoFiltersFound({ kind, search, onSearch }: NoResultsProps) {
  const { t } = useTranslation()
  const describeSearch = useSearchLabels()
  const relaxedVariants = relaxedSearches(search)
  const counts = useQueries({
    queries: relaxedVariants.map((one) =>
      countListings(kind, toApiFilters(one.search), one.search.isExact || undefined),
    ),
  })
  const best = findBestSearch(
    relaxedVariants,
    counts.map(({ data }) => data?.pagination),
  )
  const name = (removedFilter: OrderSearch) => describeSearch(kind, removedFilter).join(' ')
  const hasText = search.text.trim() !== ''
  const resetFilters = () => onSearch({ ...search, ...noFilters })
  return (
    <>
      {relaxedVariants.length > 0 && (
        <ChipScroller label={t('filters.chosen')}>
          {relaxedVariants.map(({ search: next, removedFilter }) => (
            <RemovableChip
              key={name(removedFilter)}
              removeLabel={t('filters.remove', { name: name(removedFilter) })}
              onRemove={() => onSearch(next)}
            >
              {name(removedFilter)}
            </RemovableChip>
          ))}
        </ChipScroller>
      )}
      <EmptyState
        icon={SearchX}
        title={t(hasText ? 'search.none.words' : 'search.empty.title')}
        text={
          best
            ? t(`search.none.loosen.${kind}`, {
                filter: name(best.found.removedFilter),
                ...totalValues(best.total),
              })
            : t(hasText ? 'search.none.otherWords' : 'search.empty.text')
        }
        action={
          relaxedVariants.length > 0 && (
            <div className="stack" style={{ justifyItems: 'center' }}>
              {best && (
                <Button variant="card" onClick={() => onSearch(best.found.search)}>
                  {t(showTexts[kind], totalValues(best.total))}
                </Button>
              )}
              <Button variant={best ? 'ghost' : 'card'} onClick={resetFilters}>
                {t('search.none.resetAll')}
              </Button>
            </div>
          )
        }
      />
    </>
  )
}
