import type { ListingStatus } from '#contract/lifecycle.ts'
import { queryClient } from '#web/client/query.ts'
import { listCalls, order, vacancy } from './queries.ts'
import { isOrder, type Listing } from './types.ts'

const homeCall = 'GET /api/users/client_home'

/** An own listing on its way to the feed changes by other hands: the provider's, the moderator's. */
const ownPollMs = 4000
const waiting: ListingStatus[] = ['draft', 'awaiting_payment', 'moderation']

/** The other side of running work takes its turns. */
const dealPollMs = 8_000

export const pollWhileWaiting = ({ state: { data } }: { state: { data: Listing | undefined } }) => {
  if (data?.is_owner && waiting.includes(data.status)) return ownPollMs
  return data?.status === 'in_progress' && (data.is_owner || data.is_executor) ? dealPollMs : false
}

/** Puts a listing that a call has answered into the place where its page looks for it. */
export function keepListing(listing: Listing): void {
  if (isOrder(listing)) queryClient.setQueryData(order(listing.id).queryKey, listing)
  else queryClient.setQueryData(vacancy(listing.id).queryKey, listing)
}

/** What a change of a listing makes stale: every list, and the listing itself when it still exists. */
export async function refreshListings(id?: number): Promise<void> {
  if (id !== undefined)
    for (const page of [order(id), vacancy(id)])
      void queryClient.invalidateQueries({ queryKey: page.queryKey })
  await Promise.all(
    [...listCalls, homeCall].map((call) => queryClient.invalidateQueries({ queryKey: [call] })),
  )
}

/** What a change of a response makes stale: own ones, invitations answered by it, those of a listing when it is named. */
export async function refreshResponses(listing?: Pick<Listing, 'id'>): Promise<void> {
  const own = [['GET /api/responses'], ['GET /api/invitations']]
  const keys = listing ? [...own, ['GET /api/listings/:id/responses', listing.id]] : own
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
