import type { NotForMeReason } from '#contract/not-for-me.ts'
import { api, type ReplyOf } from '#web/client/http/api.ts'
import { query, queryClient } from '#web/client/query.ts'
import { priceRangeOf } from '#web/features/listings/formats/use-formats.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'

export type HiddenListing = ReplyOf<'GET /api/not_for_me'>[number]

export const hiddenListings = () => query('GET /api/not_for_me')

/** Returns the reasons to hide that apply to a listing. The server uses the same rules. */
export function hideReasonsOf(listing: Listing): NotForMeReason[] {
  const isPriced = priceRangeOf(listing).some((end) => end !== null && end > 0)
  const isDue = isOrder(listing) && listing.deadline !== null && Date.parse(listing.deadline) > Date.now()
  return [
    ...(listing.category_id === null ? [] : (['topic'] as const)),
    ...(isPriced ? (['price'] as const) : []),
    ...(isDue ? (['term'] as const) : []),
    'author',
    'busy',
  ]
}

/** Marks the feed as stale without loading it again, so that the visible cards stay. */
function invalidateFeed(): void {
  void queryClient.invalidateQueries({ queryKey: ['GET /api/not_for_me'] })
  void queryClient.invalidateQueries({
    queryKey: ['POST /api/users/freelancer_jobs'],
    refetchType: 'none',
  })
}

export async function hideListing(id: number, reason: NotForMeReason): Promise<HiddenListing> {
  const hiddenListing = await api('POST /api/listings/:id/not_for_me', { params: { id }, body: { reason } })
  invalidateFeed()
  return hiddenListing
}

export async function unhideListing(id: number): Promise<void> {
  await api('DELETE /api/listings/:id/not_for_me', { params: { id } })
  invalidateFeed()
}
