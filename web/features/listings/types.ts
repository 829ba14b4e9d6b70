import type { Reply } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'
import { type ListingStatus, requestStatuses } from '#contract/lifecycle.ts'

export type Order = Reply<Calls['GET /api/projects/:id/full_info']>
export type Vacancy = Reply<Calls['POST /api/vacancy']>['items'][number]
export type Listing = Order | Vacancy
export type Person = Order['author']
export type Currency = NonNullable<Order['currency']>
export type ListingFile = Order['files'][number]

/** True for an order of a service that waits for an answer or has ended without one. Its page is that of the request. */
export const isRequest = ({ status }: Pick<Listing, 'status'>) =>
  (requestStatuses as ListingStatus[]).includes(status)

/** True for an order of a service. Only its two sides and the staff see it. */
export const isPrivate = ({ audience }: Pick<Listing, 'audience'>) => audience === 'private'

export function isOrder(listing: Listing): listing is Order {
  return listing.kind === 'order'
}
