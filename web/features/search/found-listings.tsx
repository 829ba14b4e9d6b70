import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUpDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListingKind } from '#contract/lifecycle.ts'
import { sortings } from '#contract/options.ts'
import { needTexts } from '#web/client/i18n.ts'
import { searchListings } from '#web/features/listings/queries.ts'
import { TextButton } from '#web/ui/button.tsx'
import { SheetOnTheWay } from '#web/ui/sheet-on-the-way.tsx'
import { FoundList } from './found-list.tsx'
import { filtersOf, noFilters, type OrderSearch } from './search-params.ts'

const SortSheet = lazy(async () => (await Promise.all([import('./sort-sheet.tsx'), needTexts('rest')]))[0])

type FoundProps = { kind: ListingKind; search: OrderSearch; onSearch: (search: OrderSearch) => void }

const words = { order: 'search.found.orders', vacancy: 'search.found.vacancies' }
/** A vacancy has no deadline to sort by. */
const orders = { order: sortings, vacancy: sortings.filter((sort) => sort !== 'close_deadline') }

/** What a search has found: how much, in which order, and the list itself. */
export function FoundListings({ kind, search, onSearch }: FoundProps) {
  const { t } = useTranslation()
  const [sheet, setSheet] = useState<'away' | 'open' | 'closing'>('away')
  const sort = orders[kind].find((known) => known === search.sort) ?? 'newest'
  const found = useInfiniteQuery(searchListings(kind, { filters: filtersOf(search), sort }))
  const total = found.data?.pages[0]?.pagination.total
  return (
    <>
      <div className="row row-between" style={{ padding: '0 4px', minHeight: 28 }}>
        <span className="cap muted" role="status">
          {total !== undefined && t(words[kind], { count: total })}
        </span>
        <TextButton icon={ArrowUpDown} onClick={() => setSheet('open')}>
          {t(`sort.${sort}`)}
        </TextButton>
      </div>
      <FoundList found={found} onReset={() => onSearch({ ...search, ...noFilters, text: '' })} />
      {sheet !== 'away' && (
        <Suspense fallback={<SheetOnTheWay />}>
          <SortSheet
            options={orders[kind].map((value) => ({ value, label: t(`sort.${value}`) }))}
            value={sort}
            open={sheet === 'open'}
            onChoose={(chosen) => {
              onSearch({ ...search, sort: sortings.find((known) => known === chosen) ?? sort })
              setSheet('closing')
            }}
            onClose={() => setSheet('closing')}
            onClosed={() => setSheet('away')}
          />
        </Suspense>
      )}
    </>
  )
}
