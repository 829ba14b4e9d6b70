import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { type MutableKind, type Notification, notifications } from '#contract/notifications.ts'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import type { Context } from '#services/core/context.ts'
import type { DeliveryKind } from '#services/notifications/kinds.ts'

/** Settings and recent message counts of a person, read just before sending. */
export type DeliverySettings = {
  muted_kinds: string[]
  /** Names of the profile's switches that are off. */
  switched_off: string[]
  quiet_from: number | null
  quiet_to: number | null
  time_zone: string | null
  /** Number of bulk messages that the person got in the last hour and in the last day. */
  bulk_hour: number
  bulk_day: number
}

/** `digest`: the message is listed in the digest of that time. `muted`: the message is not sent. */
export type Decision =
  | { action: 'notify' | 'silent' }
  | { action: 'muted' }
  | { action: 'digest'; until: Date }

/** Time of the daily digest in minutes after midnight: ten in the morning. */
export const digestAt = 10 * 60

/**
 * Decides whether a message may be sent now. In quiet hours, kinds that can wait are held for the digest, and all
 * others are sent without sound. Messages above the hourly or daily limit are held for the digest too.
 * @param isHourly true for an hourly digest, which is held like the messages it lists
 */
export function decideDelivery(
  kind: DeliveryKind,
  settings: DeliverySettings,
  now: Date,
  isHourly = false,
): Decision {
  const { switch: flag, collected }: Notification = notifications[kind]
  if (settings.muted_kinds.includes(kind) || (flag && settings.switched_off.includes(flag)))
    return { action: 'muted' }
  const isQuiet = isQuietAt(settings, now)
  const isOverLimit =
    settings.bulk_hour >= limits.bulkMessages.perHour || settings.bulk_day >= limits.bulkMessages.perDay
  if ((collected || isHourly) && (isQuiet || isOverLimit))
    return { action: 'digest', until: digestMoment(settings, now) }
  return { action: isQuiet ? 'silent' : 'notify' }
}

function isQuietAt({ quiet_from, quiet_to, time_zone }: DeliverySettings, moment: Date): boolean {
  if (quiet_from === null || quiet_to === null) return false
  return isBetween(minutesIn(time_zone ?? defaultTimeZone, moment), quiet_from, quiet_to)
}

/** Ten in the morning, or the end of quiet hours that last longer. */
function digestMoment(settings: DeliverySettings, now: Date): Date {
  const zone = settings.time_zone ?? defaultTimeZone
  const morning = nextAt(zone, digestAt, now)
  if (settings.quiet_to === null || !isQuietAt(settings, morning)) return morning
  return nextAt(zone, settings.quiet_to, morning)
}

const day = 24 * 60
const minuteMs = 60_000

/** Minutes after midnight in a time zone. */
export function minutesIn(time_zone: string, moment: Date): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: time_zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const readPart = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return readPart('hour') * 60 + readPart('minute')
}

/** True if a time of day lies between two others, the first one included. The span may cross midnight. */
export function isBetween(minutes: number, from: number, to: number): boolean {
  return from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to
}

/** First time after `now` at which the clock of a time zone shows `minutes`. */
export function nextAt(time_zone: string, minutes: number, now: Date): Date {
  const start = Math.floor(now.getTime() / minuteMs) * minuteMs
  const ahead = (minutes - minutesIn(time_zone, now) + day) % day || day
  const guess = new Date(start + ahead * minuteMs)
  // If summer time begins or ends before the guess, the guess is wrong by the size of that change.
  const deviation = minutes - minutesIn(time_zone, guess)
  const shift = deviation > day / 2 ? deviation - day : deviation < -day / 2 ? deviation + day : deviation
  return new Date(guess.getTime() + shift * minuteMs)
}

/**
 * Mutes or unmutes a kind of messages for a person. If the profile has a switch for the kind, the switch is changed
 * instead.
 */
export async function setMuted(
  ctx: Context,
  user_id: number,
  kind: MutableKind,
  isMuted: boolean,
): Promise<void> {
  const { switch: flag }: Notification = notifications[kind]
  const others = sql<string[]>`array_remove(muted_kinds, ${kind})`
  await ctx.db
    .updateTable('users')
    .set({
      // A kind with a switch in the profile is muted only by the switch, so that list and switch cannot contradict each
      // other.
      muted_kinds: isMuted && !flag ? sql<string[]>`${others} || ${kind}::text` : others,
      ...(flag && { [flag]: !isMuted }),
      updated_at: ctx.now().toISOString(),
    })
    .where('id', '=', user_id)
    .execute()
}
