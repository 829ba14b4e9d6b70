import type { ReactNode } from 'react'
import { ListingCard } from '#web/features/listings/card/listing-card.tsx'
import { type Found, PagedList } from '#web/features/listings/list/paged-list.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import styles from './found-list.module.css'

/** Search results; `empty` is shown if there are none. */
export function FoundList({ found, empty }: { found: Found<Listing>; empty: ReactNode }) {
  return (
    <div className={styles.list} aria-busy={found.isPlaceholderData || undefined}>
      <PagedList found={found} card={(listing) => <ListingCard listing={listing} plain />} empty={empty} />
    </div>
  )
}
