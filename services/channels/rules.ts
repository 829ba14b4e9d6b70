import { channelQuietHours } from '#contract/channels.ts'
import type { Audience, ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import type { PaymentFormat } from '#contract/options.ts'
import { view } from '#contract/policies.ts'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import type { UserStatus } from '#contract/states.ts'
import type { HiddenReason } from '#db/tables.ts'
import { isBetween, minutesIn, nextAt } from '#services/notifications/outbox/rules.ts'

/** Facts that decide what a post says. */
export type PostFacts = {
  kind: ListingKind
  audience: Audience
  status: ListingStatus
  hidden_reason: HiddenReason | null
  flagged_at: string | null
  executor_id: number | null
  author_id: number
  author_status: UserStatus
  payment_format: PaymentFormat | null
  /** True if the channel of the post takes the listing. An edit may give it to another channel. */
  is_taken_here: boolean
}

/**
 * State of a listing as its post tells it. `open`: it takes responses; `filled`: somebody was chosen; `closed`: it is
 * over, or its author has paused it; `moved`: the channel does not take it any more, so that its text stands elsewhere
 * or nowhere; `taken`: nothing of it may be shown.
 */
export type PostStage = 'open' | 'filled' | 'closed' | 'moved' | 'taken'

const stranger = { id: 0, is_moderator: false }
/** States that a listing reaches after it was public, by an act of its author or by the clock. */
const overStatuses: ListingStatus[] = [
  'in_progress',
  'completed',
  'expired',
  'archived',
  'awaiting_payment',
  'hidden',
]

/** Decides what a post may say. A listing that a visitor without an account cannot open is never shown as open. */
export function stageOf(facts: PostFacts): PostStage {
  const { status, audience, hidden_reason, flagged_at, author_status, executor_id } = facts
  if (audience === 'private' || author_status !== 'active' || flagged_at !== null) return 'taken'
  if (status === 'published') {
    const isHidden =
      view(stranger, { ...facts, asked_id: null, is_responded: false, blocks_viewer: false }) !== null
    if (isHidden) return 'taken'
    return facts.is_taken_here ? 'open' : 'moved'
  }
  if (!overStatuses.includes(status) || (status === 'hidden' && hidden_reason !== 'owner')) return 'taken'
  if (!facts.is_taken_here) return 'moved'
  return executor_id === null ? 'closed' : 'filled'
}

/** Returns the end of the quiet hours; null outside of them. */
export function quietUntil(now: Date): string | null {
  const { quiet_from, quiet_to } = channelQuietHours
  if (!isBetween(minutesIn(defaultTimeZone, now), quiet_from, quiet_to)) return null
  return nextAt(defaultTimeZone, quiet_to, now).toISOString()
}
