import { type ListingFacts, reopen } from '#contract/policies.ts'
import { isOrder, type Listing } from './types.ts'

/** What the policies ask about a listing. */
export function factsOf(listing: Listing): ListingFacts {
  return {
    author_id: isOrder(listing) ? listing.client_id : listing.author_id,
    status: listing.status,
    executor_id: listing.executor_id,
    is_responded: listing.is_responded,
  }
}

/** Closed by its author while its placement still runs. */
export function canReopen(listing: Listing): boolean {
  return reopen({ ...factsOf(listing), expires_at: listing.expires_at }, Date.now()) === null
}
