import type { Order } from '#web/features/listings/types.ts'

export type Deal = NonNullable<Order['deal']>
export type DealStep = Deal['steps'][number]

/** A deal as one of its sides sees it. */
export type DealView = {
  order: Order
  deal: Deal
  isClient: boolean
  other: NonNullable<Order['executor']>
}

/** The deal of an order; null for whoever is no side of it, and before the choice. */
export function dealOf(order: Order): DealView | null {
  const { deal, is_owner: isClient } = order
  const other = isClient ? order.executor : order.author
  return deal && other && { order, deal, isClient, other }
}

/** What the last turn of a kind handed over. */
export function lastStep({ steps }: Deal, kind: DealStep['kind']): DealStep | undefined {
  return steps.findLast((step) => step.kind === kind)
}
