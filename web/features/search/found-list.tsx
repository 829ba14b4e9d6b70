import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListFailure } from '#web/features/listings/list-failure.tsx'
import { ListingCard } from '#web/features/listings/listing-card.tsx'
import { ListingSkeletons } from '#web/features/listings/listing-skeleton.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useReach } from '#web/ui/use-reach.ts'

type Found = UseInfiniteQueryResult<InfiniteData<{ items: Listing[] }>, Error>

/** A searched list: the next page comes when its end is near. */
export function FoundList({ found, onReset }: { found: Found; onReset?: () => void }) {
  const { t } = useTranslation()
  const listings = found.data?.pages.flatMap((page) => page.items) ?? []
  if (found.isPending) return <ListingSkeletons />
  if (found.isError && listings.length === 0)
    return <ListFailure error={found.error} onRetry={() => void found.refetch()} />
  if (listings.length === 0)
    return (
      <EmptyState
        icon={SearchX}
        title={t('search.empty.title')}
        text={t('search.empty.text')}
        action={
          onReset && (
            <Button variant="card" onClick={onReset}>
              {t('search.empty.reset')}
            </Button>
          )
        }
      />
    )
  return (
    <>
      {listings.map((listing) => (
        <ListingCard key={listing.id} listing={listing} plain />
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
  const place = useReach<HTMLDivElement>(onMore, isLoading, nearPx)
  return (
    <div ref={place}>
      <Button wide variant="card" loading={isLoading} onClick={onMore}>
        {t('search.more')}
      </Button>
    </div>
  )
}
