import type { Order } from '#web/features/listings/types.ts'

export type Deal = NonNullable<Order['deal']>
export type DealStep = Deal['steps'][number]

/** A deal from the viewpoint of one of its sides. */
export type DealView = {
  order: Order
  deal: Deal
  isClient: boolean
  other: NonNullable<Order['executor']>
}

/** Returns the deal of an order. `null` if there is no deal, or if the viewer takes no part in it. */
export function dealOf(order: Order): DealView | null {
  const { deal, is_owner: isClient } = order
  const other = isClient ? order.executor : order.author
  return deal && other && { order, deal, isClient, other }
}

/** Returns the latest step of this kind in a deal. */
export function lastStep({ steps }: Deal, kind: DealStep['kind']): DealStep | undefined {
  return steps.findLast((step) => step.kind === kind)
}
