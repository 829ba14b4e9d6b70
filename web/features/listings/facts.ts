import type { ListingStatus } from '#contract/lifecycle.ts'
import type { ListingFacts } from '#contract/policies.ts'
import type { Order } from './types.ts'

/** What the policies ask about an order. */
export function factsOf(order: Order): ListingFacts {
  return {
    author_id: order.client_id,
    status: order.status as ListingStatus,
    executor_id: order.executor_id,
    is_responded: order.is_responded,
  }
}
