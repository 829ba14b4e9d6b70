import type { Reply } from '#contract/calls/call.ts'
import type { Calls } from '#contract/calls/index.ts'

export type Order = Reply<Calls['GET /api/projects/:id/full_info']>
export type Vacancy = Reply<Calls['POST /api/vacancy']>['items'][number]
export type Listing = Order | Vacancy
export type Person = Order['author']
export type Currency = NonNullable<Order['currency']>
export type ListingFile = Order['files'][number]

export function isOrder(listing: Listing): listing is Order {
  return listing.kind === 'order'
}
