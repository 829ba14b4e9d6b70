import { limits } from '#contract/limits.ts'
import { type Notification, notifications } from '#contract/notifications.ts'
import type { DeliveryKind } from './kinds.ts'
import { defaultTimeZone, isBetween, minutesIn, nextAt } from './time-zone.ts'

/** What a person wishes, and what came to them lately, at the moment a message is about to go. */
export type Wishes = {
  muted_kinds: string[]
  /** Switches of the profile that are off. */
  switched_off: string[]
  quiet_from: number | null
  quiet_to: number | null
  time_zone: string | null
  /** Bulk messages of the last hour and day. */
  bulk_hour: number
  bulk_day: number
}

/** `digest`: listed in the digest of that moment; `muted`: not sent at all. */
export type Decision =
  | { action: 'notify' | 'silent' }
  | { action: 'muted' }
  | { action: 'digest'; until: Date }

/** Ten in the morning: when the day's digest comes. */
const digestAt = 10 * 60

/**
 * Whether a message may go to a person now. At night what can wait waits for the digest and everything else comes
 * without a sound; what is above the limit of an hour or a day waits for the digest as well.
 */
export function decideDelivery(kind: DeliveryKind, wishes: Wishes, now: Date): Decision {
  const { switch: flag, collected }: Notification = notifications[kind]
  if (wishes.muted_kinds.includes(kind) || (flag && wishes.switched_off.includes(flag)))
    return { action: 'muted' }
  const isQuiet = isQuietAt(wishes, now)
  const isOver = wishes.bulk_hour >= limits.bulk.perHour || wishes.bulk_day >= limits.bulk.perDay
  if (collected && (isQuiet || isOver)) return { action: 'digest', until: digestMoment(wishes, now) }
  return { action: isQuiet ? 'silent' : 'notify' }
}

function isQuietAt({ quiet_from, quiet_to, time_zone }: Wishes, moment: Date): boolean {
  if (quiet_from === null || quiet_to === null) return false
  return isBetween(minutesIn(time_zone ?? defaultTimeZone, moment), quiet_from, quiet_to)
}

/** Ten in the morning, or the end of quiet hours that last longer. */
function digestMoment(wishes: Wishes, now: Date): Date {
  const zone = wishes.time_zone ?? defaultTimeZone
  const morning = nextAt(zone, digestAt, now)
  if (wishes.quiet_to === null || !isQuietAt(wishes, morning)) return morning
  return nextAt(zone, wishes.quiet_to, morning)
}
