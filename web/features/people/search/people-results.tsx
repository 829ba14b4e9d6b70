import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { peopleSortings } from '#contract/options.ts'
import { type Total, totalValues } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { FoundHead } from '#web/features/listings/list/found-head.tsx'
import { searchPeople } from '#web/features/people/queries.ts'
import { useHighlight } from '#web/features/search/results/use-highlight.ts'
import { lazyOptional, lazySheet } from '#web/parts/part.tsx'
import { haptic } from '#web/telegram/index.ts'
import { useSheet } from '#web/ui/use-sheet.ts'
import { FoundPeople } from './found-people.tsx'
import { countPeopleFilters, noPeopleFilters, type PeopleSearch, peopleFilters } from './search-params.ts'

const CorrectedWords = lazyOptional(() => import('#web/features/search/results/corrected-words.tsx'), 'rest')
const FiltersSheet = lazySheet(() => import('./people-filters-sheet.tsx'))
const SortSheet = lazySheet(() => import('#web/features/search/results/sort-sheet.tsx'))

/** Texts of a person's card that are searched: name, skills and city. */
const searchedTexts = ':is(h2, li, [data-city])'

type PeopleResultsProps = {
  search: PeopleSearch
  /** Words in the search field, which are searched a moment later. */
  typed: string
  filters: ReturnType<typeof useSheet>
  write: (search: PeopleSearch) => void
  onErase: () => void
  /** Shown above the results. */
  children: (total: Total | undefined) => ReactNode
}

/** People found by a search, their number and order, and the sheet of the filters. */
export function PeopleResults({ search, typed, filters, write, onErase, children }: PeopleResultsProps) {
  const { t } = useTranslation()
  const sorting = useSheet()
  const peopleQuery = useInfiniteQuery(
    searchPeople({
      filters: peopleFilters(search),
      sort: search.sort,
      is_exact: search.isExact || undefined,
    }),
  )
  const firstPage = peopleQuery.data?.pages[0]
  const total = firstPage?.pagination
  const list = useRef<HTMLDivElement>(null)
  useHighlight(list, firstPage?.corrected ?? search.text, searchedTexts)
  return (
    <>
      {children(total)}
      {firstPage?.corrected && (
        <CorrectedWords
          typed={search.text}
          corrected={firstPage.corrected}
          onExact={() => write({ ...search, isExact: true })}
        />
      )}
      <FoundHead
        text={total && t('people.found', totalValues(total))}
        total={total?.total}
        sortText={t(`people.sort.${search.sort}`)}
        onSort={sorting.open}
      />
      <div ref={list} className="stack">
        <FoundPeople
          found={peopleQuery}
          words={search.text.trim()}
          isExact={search.isExact}
          hasFilters={countPeopleFilters(search) > 0}
          onReset={() => {
            onErase()
            write({ ...search, ...noPeopleFilters, text: '', isExact: false })
          }}
        />
      </div>
      {filters.isMounted && (
        <FiltersSheet
          {...filters.props}
          search={search}
          onApply={(next) => {
            filters.close()
            write({ ...next, text: typed })
          }}
        />
      )}
      {sorting.isMounted && (
        <SortSheet
          {...sorting.props}
          options={peopleSortings.map((value) => ({ value, label: t(`people.sort.${value}`) }))}
          value={search.sort}
          onChoose={(chosen) => {
            haptic('selection')
            sorting.close()
            write({ ...search, sort: peopleSortings.find((known) => known === chosen) ?? search.sort })
          }}
        />
      )}
    </>
  )
}
