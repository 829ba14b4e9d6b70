import { type ListingFacts, reopen, show } from '#contract/policies.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'

/** The fields of a listing that the access rules use. */
export function toListingFacts(listing: Listing): ListingFacts {
  return {
    author_id: isOrder(listing) ? listing.client_id : listing.author_id,
    status: listing.status,
    executor_id: listing.executor_id,
    is_responded: listing.is_responded,
  }
}

/** True for a listing that its author closed while its paid placement still runs. */
export function canReopen(listing: Listing): boolean {
  return reopen({ ...toListingFacts(listing), expires_at: listing.expires_at }, Date.now()) === null
}

/** True for a listing that its author paused. */
export function canShow(listing: Listing): boolean {
  return show({ ...toListingFacts(listing), hidden_reason: listing.hidden_reason }) === null
}
