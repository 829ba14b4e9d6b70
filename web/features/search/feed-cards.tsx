import { useDeferredValue } from 'react'
import { ListingCard } from '#web/features/listings/listing-card.tsx'
import type { Listing } from '#web/features/listings/types.ts'

/** As many as the longest telephone shows. */
const atOnce = 5

/** Cards of which the first screenful comes at once; the others follow between two touches. */
export function FeedCards({ listings }: { listings: Listing[] }) {
  const shown = useDeferredValue(listings, listings.slice(0, atOnce))
  return shown.map((listing) => <ListingCard key={`${listing.kind}-${listing.id}`} listing={listing} />)
}
