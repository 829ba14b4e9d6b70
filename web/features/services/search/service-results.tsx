import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { serviceSortings } from '#contract/options.ts'
import { type Total, totalValues } from '#web/client/totals.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { FoundHead } from '#web/features/listings/list/found-head.tsx'
import { categories, currencies } from '#web/features/listings/queries.ts'
import { useHighlight } from '#web/features/search/results/use-highlight.ts'
import { searchServices } from '#web/features/services/queries.ts'
import { lazyOptional, lazySheet } from '#web/parts/part.tsx'
import { haptic } from '#web/telegram/index.ts'
import { Chip, ChipScroller } from '#web/ui/chip.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import { FoundServices } from './found-services.tsx'
import { countServiceFilters, noServiceFilters, type ServiceSearch, serviceQueryOf } from './search-params.ts'

const CorrectedWords = lazyOptional(() => import('#web/features/search/results/corrected-words.tsx'), 'rest')
const FiltersSheet = lazySheet(() => import('./service-filters-sheet.tsx'))
const SortSheet = lazySheet(() => import('#web/features/search/results/sort-sheet.tsx'))

type ServiceResultsProps = {
  search: ServiceSearch
  /** Words in the search field, which are searched a moment later. */
  typed: string
  filters: ReturnType<typeof useSheet>
  write: (search: ServiceSearch) => void
  onErase: () => void
  /** Shown above the results. */
  children: (total: Total | undefined) => ReactNode
}

/** Services found by a search, their number and order, the filters that are used most, and the sheet of all of them. */
export function ServiceResults({ search, typed, filters, write, onErase, children }: ServiceResultsProps) {
  const { t } = useFormats()
  const sorting = useSheet()
  const found = useInfiniteQuery(searchServices(serviceQueryOf(search)))
  const firstPage = found.data?.pages[0]
  const total: Total | undefined = firstPage
  const list = useRef<HTMLDivElement>(null)
  useHighlight(list, firstPage?.corrected ?? search.text)
  return (
    <>
      {children(total)}
      <QuickFilters search={search} write={write} />
      {firstPage?.corrected && (
        <CorrectedWords
          typed={search.text}
          corrected={firstPage.corrected}
          onExact={() => write({ ...search, isExact: true })}
        />
      )}
      <FoundHead
        text={total && t('services.found', totalValues(total))}
        total={total?.total}
        sortText={t(`services.sort.${search.sort}`)}
        onSort={sorting.open}
      />
      <div ref={list} className="stack">
        <FoundServices
          found={found}
          words={search.text.trim()}
          isExact={search.isExact}
          hasFilters={countServiceFilters(search) > 0}
          onReset={() => {
            onErase()
            write({ ...search, ...noServiceFilters, text: '', isExact: false })
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
          options={serviceSortings.map((value) => ({ value, label: t(`services.sort.${value}`) }))}
          value={search.sort}
          onChoose={(chosen) => {
            haptic('selection')
            sorting.close()
            write({ ...search, sort: serviceSortings.find((known) => known === chosen) ?? search.sort })
          }}
        />
      )}
    </>
  )
}

/** Price up to which services are offered with one press, in roubles. */
const quickPrice = 15_000
const week = '7'

/** The chosen category, and two filters that are used most. A press sets a filter or takes it away. */
function QuickFilters({ search, write }: Pick<ServiceResultsProps, 'search' | 'write'>) {
  const { t, money } = useFormats()
  const category = useQuery(categories()).data?.find(({ id }) => String(id) === search.category)
  const rouble = useQuery(currencies()).data?.find(({ id }) => String(id) === noServiceFilters.currency)
  const isCheap = search.to === String(quickPrice) && search.currency === noServiceFilters.currency
  const turn = (part: Partial<ServiceSearch>) => {
    haptic('selection')
    write({ ...search, ...part })
  }
  return (
    // Without the distance the button for sorting takes the lower edge of the chips from fingers.
    <div style={{ paddingBottom: 'var(--s-half)' }}>
      <ChipScroller label={t('filters.title')}>
        {category && (
          <Chip pressed onClick={() => turn({ category: '' })}>
            {category.name}
          </Chip>
        )}
        {rouble && (
          <Chip
            pressed={isCheap}
            onClick={() =>
              turn(
                isCheap
                  ? { to: '' }
                  : { from: '', to: String(quickPrice), currency: noServiceFilters.currency },
              )
            }
          >
            {t('services.priceTo', { price: money(quickPrice, rouble) })}
          </Chip>
        )}
        <Chip pressed={search.days === week} onClick={() => turn({ days: search.days === week ? '' : week })}>
          {t('services.daysTo.7')}
        </Chip>
      </ChipScroller>
    </div>
  )
}
