import { type RawBuilder, sql } from 'kysely'
import type { ListingKind } from '#contract/lifecycle.ts'
import { limits } from '#contract/limits.ts'
import type { Tx } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'
import { record } from '#services/core/records/events.ts'

export type HotFields = {
  kind: ListingKind
  urgent: boolean
  deadline: string | null
  responses_count: number
  listed_at: string | null
}
export type HotReason = 'urgent' | 'deadline' | 'few'

/** Returns the reason why an open order is hot; undefined if it is not. `isHot` is the same rule in SQL. */
export function hotReason(order: HotFields, now: Date): HotReason | undefined {
  if (order.kind !== 'order') return undefined
  const remainingMs = order.deadline ? Date.parse(order.deadline) - now.getTime() : 0
  if (remainingMs > 0 && remainingMs <= limits.hotOrders.deadlineMs) return 'deadline'
  if (order.urgent) return 'urgent'
  const age = order.listed_at ? now.getTime() - Date.parse(order.listed_at) : 0
  return age >= limits.hotOrders.quietMs && order.responses_count <= limits.hotOrders.responses
    ? 'few'
    : undefined
}

/** SQL condition that a listing is a hot order, over the columns of `listings`. It is the same rule as `hotReason`. */
export function isHot(now: Date): RawBuilder<boolean> {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const { deadlineMs, quietMs, responses } = limits.hotOrders
  return sql<boolean>`(kind = 'order' and (urgent
    or (deadline > ${at(0)} and deadline <= ${at(deadlineMs)})
    or (listed_at <= ${at(-quietMs)} and responses_count <= ${responses})))`
}

/**
 * Returns the next time at which an unchanged order may become hot, because its deadline is near or it has few
 * responses. Returns undefined if there is no such time.
 */
export function nextHotCheck({ kind, deadline, listed_at }: HotFields, now: Date): Date | undefined {
  if (kind !== 'order') return undefined
  const moments = [
    ...(deadline ? [Date.parse(deadline) - limits.hotOrders.deadlineMs] : []),
    ...(listed_at ? [Date.parse(listed_at) + limits.hotOrders.quietMs] : []),
  ].filter((moment) => moment > now.getTime())
  return moments.length > 0 ? new Date(Math.min(...moments)) : undefined
}

/** Schedules an event for the next time at which an unchanged open order may become hot. */
export async function scheduleHotCheck(ctx: Context, tx: Tx, listing_id: number): Promise<void> {
  const order = await tx
    .selectFrom('listings')
    .select(['kind', 'urgent', 'deadline', 'responses_count', 'listed_at'])
    .where('id', '=', listing_id)
    .where('status', '=', 'published')
    .executeTakeFirst()
  const due = order && nextHotCheck(order, ctx.now())
  if (due) await record(ctx, tx, 'listing.hot_check_due', { listing_id }, due)
}
