import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef } from 'react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { sortings } from '#contract/options.ts'
import { loadTexts } from '#web/client/i18n.ts'
import { loaderGone } from '#web/client/loader-done.ts'
import { totalValues } from '#web/client/totals.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListingCard } from '#web/features/listings/card/listing-card.tsx'
import { FoundHead } from '#web/features/listings/list/found-head.tsx'
import { type Found, PagedList } from '#web/features/listings/list/paged-list.tsx'
import { searchListings } from '#web/features/listings/list-queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { MenuCard, useCardMenu } from '#web/features/search/feed/menu-card.tsx'
import { type OrderSearch, toApiFilters } from '#web/features/search/params/search-params.ts'
import { PullToRefreshArea } from '#web/features/search/pull-to-refresh.tsx'
import { lazyCard, lazyOptional, lazySheet } from '#web/parts/part.tsx'
import { useSheet } from '#web/ui/use-sheet.ts'
import styles from './found-listings.module.css'
import { useHighlight } from './use-highlight.ts'

const Arrivals = lazyOptional(async () => {
  await loaderGone
  return (await Promise.all([import('./new-listings.tsx'), loadTexts('rest')]))[0]
})
const CorrectedWords = lazyOptional(() => import('./corrected-words.tsx'), 'rest')
const NothingFound = lazyCard(() => import('./nothing-found.tsx'), 'rest', 'deals')
const SortSheet = lazySheet(() => import('./sort-sheet.tsx'), 'rest')

type FoundProps = { kind: ListingKind; search: OrderSearch; onSearch: (search: OrderSearch) => void }

const titleKeys = { order: 'search.found.orders', vacancy: 'search.found.vacancies' }
/** Sortings by kind of listing. Vacancies cannot be sorted by deadline, because they have none. */
const sortingsByKind = { order: sortings, vacancy: sortings.filter((sort) => sort !== 'close_deadline') }

/** Search results with their total number and sorting. */
export default function FoundListings({ kind, search, onSearch }: FoundProps) {
  const { t } = useTranslation()
  const sheet = useSheet()
  const sort = sortingsByKind[kind].find((known) => known === search.sort) ?? 'newest'
  const listingsQuery = useInfiniteQuery({
    ...searchListings(kind, { filters: toApiFilters(search), sort, is_exact: search.isExact || undefined }),
    // The previous results stay visible, dimmed, until the next results arrive.
    placeholderData: keepPreviousData,
  })
  const list = useRef<HTMLDivElement>(null)
  const firstPage = listingsQuery.data?.pages[0]
  const corrected = listingsQuery.isPlaceholderData ? undefined : firstPage?.corrected
  useHighlight(list, corrected ?? search.text)
  const total = firstPage?.pagination
  return (
    <>
      {corrected && (
        <CorrectedWords
          typed={search.text}
          corrected={corrected}
          onExact={() => onSearch({ ...search, isExact: true })}
        />
      )}
      <FoundHead
        text={total && t(titleKeys[kind], totalValues(total))}
        total={total?.total}
        sortText={t(`sort.${sort}`)}
        onSort={sheet.open}
      />
      <PullToRefreshArea onRefresh={listingsQuery.refetch} />
      <div ref={list}>
        {listingsQuery.data && !listingsQuery.isPlaceholderData && sort === 'newest' && (
          <Arrivals kind={kind} search={search} pages={listingsQuery.data.pages} />
        )}
        <FoundList
          found={listingsQuery}
          empty={
            <Suspense>
              <NothingFound kind={kind} search={search} onSearch={onSearch} />
            </Suspense>
          }
        />
      </div>
      {sheet.isMounted && (
        <SortSheet
          {...sheet.props}
          options={sortingsByKind[kind].map((value) => ({ value, label: t(`sort.${value}`) }))}
          value={sort}
          onChoose={(chosen) => {
            onSearch({ ...search, sort: sortings.find((known) => known === chosen) ?? sort })
            sheet.close()
          }}
        />
      )}
    </>
  )
}

/** Search results. `empty` is shown if nothing was found. */
function FoundList({ found, empty }: { found: Found<Listing>; empty: ReactNode }) {
  const { menu, sheet } = useCardMenu()
  return (
    <div className={styles.list} aria-busy={found.isPlaceholderData || undefined}>
      <PagedList
        found={found}
        card={(listing) =>
          listing.is_owner ? (
            <ListingCard listing={listing} plain />
          ) : (
            <MenuCard listing={listing} menu={menu} plain />
          )
        }
        empty={empty}
      />
      {sheet}
    </div>
  )
}
