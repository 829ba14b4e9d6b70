import type { ListingStatus } from '#contract/lifecycle.ts'
import { queryClient } from '#web/client/query.ts'
import { listCalls, order, vacancy } from './queries.ts'
import { isOrder, type Listing } from './types.ts'

const homeCall = 'GET /api/users/client_home'

/** Polling interval of a page that waits for the payment provider or a moderator. */
const waitingPollMs = 4000
const waitingStatuses: ListingStatus[] = ['draft', 'awaiting_payment', 'moderation']

/** Polling interval of a running deal, which the other side may change. */
const dealPollMs = 8_000

/** Polling interval of an own published listing, whose author waits for responses. */
const responsesPollMs = 30_000

export const pollWhileWaiting = ({ state: { data } }: { state: { data: Listing | undefined } }) => {
  if (data?.is_owner && waitingStatuses.includes(data.status)) return waitingPollMs
  if (data && isOrder(data) && data.is_boost_pending) return waitingPollMs
  if (data?.is_owner && data.status === 'published') return responsesPollMs
  return data?.status === 'in_progress' && (data.is_owner || data.is_executor) ? dealPollMs : false
}

/** Writes a listing from a response into the cache of its page. */
export function cacheListing(listing: Listing): void {
  if (isOrder(listing)) queryClient.setQueryData(order(listing.id).queryKey, listing)
  else queryClient.setQueryData(vacancy(listing.id).queryKey, listing)
}

/** Marks all lists of listings as stale, and the listing's page too if an id is given. */
export async function refreshListings(id?: number): Promise<void> {
  if (id !== undefined)
    for (const page of [order(id), vacancy(id)])
      void queryClient.invalidateQueries({ queryKey: page.queryKey })
  await Promise.all(
    [...listCalls, homeCall].map((call) => queryClient.invalidateQueries({ queryKey: [call] })),
  )
}

/** Marks own responses and invitations as stale, and the responses to a listing if a listing is given. */
export async function refreshResponses(listing?: Pick<Listing, 'id'>): Promise<void> {
  const ownKeys = [['GET /api/responses'], ['GET /api/invitations']]
  const keys = listing ? [...ownKeys, ['GET /api/listings/:id/responses', listing.id]] : ownKeys
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/**
 * Age in ms from which cached data is requested again when a page is opened, so that a deleted order or service is not
 * shown from the cache. Data that was preloaded within this time is used without another request.
 */
export const enteredAgainMs = 1000
