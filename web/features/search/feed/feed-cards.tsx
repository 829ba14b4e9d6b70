import { Suspense, useDeferredValue } from 'react'
import { ListingCard } from '#web/features/listings/card/listing-card.tsx'
import type { Listing } from '#web/features/listings/types.ts'
import type { PutAway } from '#web/features/search/hide/hidden-listings.ts'
import { cardPart } from '#web/parts/part.tsx'
import { WhyLine } from './reason-line.tsx'

const AwayCard = cardPart(() => import('#web/features/search/hide/hidden-card.tsx'))

/** Cards that fill the tallest phone. */
const atOnce = 5

type FeedCardsProps = {
  listings: Listing[]
  /** Listings hidden since the feed was loaded, by listing id. */
  away: Record<number, PutAway>
  onNotThis: (listing: Listing) => void
  onReturned: (id: number) => void
}

/** Renders the first screenful of cards at once; a deferred render adds the rest. */
export function FeedCards({ listings, away, onNotThis, onReturned }: FeedCardsProps) {
  const shown = useDeferredValue(listings, listings.slice(0, atOnce))
  return shown.map((listing) => {
    const said = away[listing.id]
    return said ? (
      <Suspense key={listing.id}>
        <AwayCard said={said} onReturned={() => onReturned(listing.id)} />
      </Suspense>
    ) : (
      <ListingCard key={listing.id} listing={listing}>
        <WhyLine listing={listing} onPress={() => onNotThis(listing)} />
      </ListingCard>
    )
  })
}
