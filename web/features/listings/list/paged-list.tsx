import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { ListingSkeletons } from '#web/features/listings/card/listing-skeleton.tsx'
import { Button } from '#web/ui/button.tsx'
import { useNearScreen } from '#web/ui/use-near-screen.ts'
import { ListFailure } from './list-failure.tsx'

export type Found<T> = UseInfiniteQueryResult<InfiniteData<{ items: T[] }>, Error>

type PagedListProps<T> = {
  found: Found<T>
  /** Sorts the loaded items. */
  order?: (items: T[]) => T[]
  card: (item: T, before: T | undefined) => ReactNode
  empty: ReactNode
}

/** A list of cards with infinite scroll. */
export function PagedList<T extends { id: number }>({ found, order, card, empty }: PagedListProps<T>) {
  const loadedItems = found.data?.pages.flatMap((page) => page.items) ?? []
  const items = order ? order(loadedItems) : loadedItems
  if (found.isPending) return <ListingSkeletons />
  if (found.isError && items.length === 0)
    return <ListFailure error={found.error} onRetry={() => void found.refetch()} />
  if (items.length === 0) return empty
  return (
    <>
      {items.map((item, at) => (
        <Fragment key={item.id}>{card(item, items[at - 1])}</Fragment>
      ))}
      {found.hasNextPage && (
        <LoadMore isLoading={found.isFetchingNextPage} onMore={() => void found.fetchNextPage()} />
      )}
    </>
  )
}

const nearPx = 600

/** Loads the next page shortly before the user reaches the "more" button. */
export function LoadMore({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  const buttonArea = useNearScreen<HTMLDivElement>(onMore, isLoading, nearPx)
  return (
    <div ref={buttonArea}>
      <Button wide variant="card" loading={isLoading} onClick={onMore}>
        {t('search.more')}
      </Button>
    </div>
  )
}
