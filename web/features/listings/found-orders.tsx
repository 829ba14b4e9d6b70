import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUpDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sortings } from '#contract/options.ts'
import { needTexts } from '#web/i18n.ts'
import { TextButton } from '#web/ui/button.tsx'
import { FoundList } from './found-list.tsx'
import { filtersOf, noFilters, type OrderSearch } from './order-search.ts'
import { searchOrders, searchVacancies } from './queries.ts'

const SortSheet = lazy(async () => (await Promise.all([import('./sort-sheet.tsx'), needTexts('rest')]))[0])

type FoundProps = { search: OrderSearch; onSearch: (search: OrderSearch) => void }

export function FoundOrders({ search, onSearch }: FoundProps) {
  const { t } = useTranslation()
  const [sheet, setSheet] = useState<'away' | 'open' | 'closing'>('away')
  const found = useInfiniteQuery(searchOrders({ filters: filtersOf(search), sort: search.sort }))
  const total = found.data?.pages[0]?.pagination.total
  return (
    <>
      <div className="row row-between" style={{ padding: '0 4px', minHeight: 28 }}>
        <span className="cap muted" role="status">
          {total !== undefined && t('search.found.orders', { count: total })}
        </span>
        <TextButton icon={ArrowUpDown} onClick={() => setSheet('open')}>
          {t(`sort.${search.sort}`)}
        </TextButton>
      </div>
      <FoundList found={found} onReset={() => onSearch({ ...search, ...noFilters, text: '' })} />
      {sheet !== 'away' && (
        <Suspense>
          <SortSheet
            options={sortings.map((value) => ({ value, label: t(`sort.${value}`) }))}
            value={search.sort}
            open={sheet === 'open'}
            onChoose={(chosen) => {
              onSearch({ ...search, sort: sortings.find((known) => known === chosen) ?? search.sort })
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

export function FoundVacancies({ search, onSearch }: FoundProps) {
  const found = useInfiniteQuery(
    searchVacancies({ filters: { search: search.text || undefined }, sort: search.sort }),
  )
  return <FoundList found={found} onReset={() => onSearch({ ...search, text: '' })} />
}
