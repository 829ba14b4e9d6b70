import { Suspense, useDeferredValue } from 'react'
import { ListingCard } from '#web/features/listings/card/listing-card.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import type { HiddenListing } from '#web/features/search/hide/hidden-listings.ts'
import { lazyCard } from '#web/parts/part.tsx'
import { ReasonLine } from './reason-line.tsx'

const AwayCard = lazyCard(() => import('#web/features/search/hide/hidden-card.tsx'))

/** Cards that fill the tallest phone. */
const firstCards = 5

type FeedCardsProps = {
  listings: Listing[]
  /** Listings hidden since the feed was loaded, by listing id. */
  hidden: Record<number, HiddenListing>
  onHide: (listing: Listing) => void
  onReturned: (id: number) => void
}

/** Renders the first screenful of cards at once; a deferred render adds the rest. */
export function FeedCards({ listings, hidden, onHide, onReturned }: FeedCardsProps) {
  const shown = useDeferredValue(listings, listings.slice(0, firstCards))
  return shown.map((listing) => {
    const said = hidden[listing.id]
    return said ? (
      <Suspense key={listing.id}>
        <AwayCard hidden={said} onReturned={() => onReturned(listing.id)} />
      </Suspense>
    ) : (
      <ListingCard key={listing.id} listing={listing}>
        <ReasonLine listing={listing} onPress={() => onHide(listing)} />
      </ListingCard>
    )
  })
}
