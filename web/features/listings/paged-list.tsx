import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { useNearScreen } from '#web/ui/use-near-screen.ts'
import { ListFailure } from './list-failure.tsx'
import { ListingSkeletons } from './listing-skeleton.tsx'

export type Found<T> = UseInfiniteQueryResult<InfiniteData<{ items: T[] }>, Error>

type PagedListProps<T> = { found: Found<T>; card: (item: T) => ReactNode; nothing: ReactNode }

/** Cards of a list whose next page comes when its end is near. */
export function PagedList<T extends { id: number }>({ found, card, nothing }: PagedListProps<T>) {
  const items = found.data?.pages.flatMap((page) => page.items) ?? []
  if (found.isPending) return <ListingSkeletons />
  if (found.isError && items.length === 0)
    return <ListFailure error={found.error} onRetry={() => void found.refetch()} />
  if (items.length === 0) return nothing
  return (
    <>
      {items.map((item) => (
        <Fragment key={item.id}>{card(item)}</Fragment>
      ))}
      {found.hasNextPage && (
        <More isLoading={found.isFetchingNextPage} onMore={() => void found.fetchNextPage()} />
      )}
    </>
  )
}

const nearPx = 600

/** Presses itself a screen before it is reached. */
export function More({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  const place = useNearScreen<HTMLDivElement>(onMore, isLoading, nearPx)
  return (
    <div ref={place}>
      <Button wide variant="card" loading={isLoading} onClick={onMore}>
        {t('search.more')}
      </Button>
    </div>
  )
}
