import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { type MutableKind, type Notification, notifications } from '#contract/notifications.ts'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import type { Context } from '#services/core/context.ts'
import type { DeliveryKind } from './kinds.ts'

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
export const digestAt = 10 * 60

/**
 * Whether a message may go to a person now. At night what can wait waits for the digest and everything else comes
 * without a sound; what is above the limit of an hour or a day waits for the digest as well.
 * @param isHourly the message is the digest of an hour, which joins the morning's like what it lists
 */
export function decideDelivery(kind: DeliveryKind, wishes: Wishes, now: Date, isHourly = false): Decision {
  const { switch: flag, collected }: Notification = notifications[kind]
  if (wishes.muted_kinds.includes(kind) || (flag && wishes.switched_off.includes(flag)))
    return { action: 'muted' }
  const isQuiet = isQuietAt(wishes, now)
  const isOver = wishes.bulk_hour >= limits.bulk.perHour || wishes.bulk_day >= limits.bulk.perDay
  if ((collected || isHourly) && (isQuiet || isOver))
    return { action: 'digest', until: digestMoment(wishes, now) }
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

const day = 24 * 60
const minuteMs = 60_000

/** Minutes after midnight on the clock of a time zone. */
export function minutesIn(time_zone: string, moment: Date): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: time_zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return read('hour') * 60 + read('minute')
}

/** Whether a clock stands between two times, the first included; the span may cross midnight. */
export function isBetween(minutes: number, from: number, to: number): boolean {
  return from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to
}

/** The first moment after `now` at which the clock of a time zone shows `minutes`. */
export function nextAt(time_zone: string, minutes: number, now: Date): Date {
  const start = Math.floor(now.getTime() / minuteMs) * minuteMs
  const ahead = (minutes - minutesIn(time_zone, now) + day) % day || day
  const guess = new Date(start + ahead * minuteMs)
  // A change of the clock in between moves the guess by what it changed.
  const off = minutes - minutesIn(time_zone, guess)
  const shift = off > day / 2 ? off - day : off < -day / 2 ? off + day : off
  return new Date(guess.getTime() + shift * minuteMs)
}

/** Ends messages of a kind for a person, or lets them come again; a switch of the profile follows. */
export async function setMuted(
  ctx: Context,
  user_id: number,
  kind: MutableKind,
  isMuted: boolean,
): Promise<void> {
  const { switch: flag }: Notification = notifications[kind]
  const without = sql<string[]>`array_remove(muted_kinds, ${kind})`
  await ctx.db
    .updateTable('users')
    .set({
      // A kind with a switch in the profile keeps its state there alone, so that the two cannot contradict each other.
      muted_kinds: isMuted && !flag ? sql<string[]>`${without} || ${kind}::text` : without,
      ...(flag && { [flag]: !isMuted }),
      updated_at: ctx.now().toISOString(),
    })
    .where('id', '=', user_id)
    .execute()
}
