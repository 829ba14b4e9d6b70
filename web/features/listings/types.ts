import type { Reply } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { type ListingStatus, requestStatuses } from '#contract/lifecycle.ts'

export type Order = Reply<Calls['GET /api/projects/:id/full_info']>
export type Vacancy = Reply<Calls['POST /api/vacancy']>['items'][number]
export type Listing = Order | Vacancy
export type Person = Order['author']
export type Currency = NonNullable<Order['currency']>
export type ListingFile = Order['files'][number]

/** States of a listing that has been published, unless it is an order of a service. */
const workStatuses: ListingStatus[] = ['in_progress', 'completed']

/** True for an order of a service that waits for an answer or has ended without one. Its page is that of the request. */
export const isRequest = ({ status }: Pick<Listing, 'status'>) =>
  (requestStatuses as ListingStatus[]).includes(status)

/** True for an order of a service, which was never published. Only its two sides and the staff see it. */
export const isPrivate = (listing: Pick<Listing, 'status' | 'published_at'>) =>
  isRequest(listing) || (workStatuses.includes(listing.status) && listing.published_at === null)

export function isOrder(listing: Listing): listing is Order {
  return listing.kind === 'order'
}
