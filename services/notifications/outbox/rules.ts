import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { type MutableKind, type Notification, notifications } from '#contract/notifications.ts'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import type { Context } from '#services/core/context.ts'
import type { DeliveryKind } from '#services/notifications/kinds.ts'

/** A person's notification settings and recent numbers of messages, read just before sending. */
export type DeliverySettings = {
  muted_kinds: string[]
  /** Names of the notification settings in the person's profile that are off. */
  switched_off: string[]
  quiet_from: number | null
  quiet_to: number | null
  time_zone: string | null
  /** Number of bulk messages that the person got in the last hour and in the last day. */
  bulk_hour: number
  bulk_day: number
}

/** `digest`: the message is not sent, and the digest at the time `until` lists it. `muted`: the message is not sent. */
export type Decision =
  | { action: 'notify' | 'silent' }
  | { action: 'muted' }
  | { action: 'digest'; until: Date }

/** Time of day of the daily digest, in minutes after midnight: ten in the morning. */
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

/** Time of a person's next daily digest: ten in the morning, or the end of the quiet hours if they last longer. */
function digestMoment(settings: DeliverySettings, now: Date): Date {
  const zone = settings.time_zone ?? defaultTimeZone
  const morning = nextAt(zone, digestAt, now)
  if (settings.quiet_to === null || !isQuietAt(settings, morning)) return morning
  return nextAt(zone, settings.quiet_to, morning)
}

const day = 24 * 60
const minuteMs = 60_000

/** Time of day in a time zone, in minutes after midnight. */
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

/**
 * True if a time of day lies between two others. The first one is included, the last one is not. The span may cross
 * midnight.
 */
export function isBetween(minutes: number, from: number, to: number): boolean {
  return from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to
}

/** First time after `now` at which the clock of a time zone shows a time of day, given in minutes after midnight. */
export function nextAt(time_zone: string, minutes: number, now: Date): Date {
  const start = Math.floor(now.getTime() / minuteMs) * minuteMs
  const ahead = (minutes - minutesIn(time_zone, now) + day) % day || day
  const guess = new Date(start + ahead * minuteMs)
  // If summer time begins or ends between now and the guess, the guess is wrong by the length of that change.
  const deviation = minutes - minutesIn(time_zone, guess)
  const shift = deviation > day / 2 ? deviation - day : deviation < -day / 2 ? deviation + day : deviation
  return new Date(guess.getTime() + shift * minuteMs)
}

/**
 * Mutes or unmutes a kind of messages for a person. If the profile has a setting for that kind, the setting is changed
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
      // A kind of messages with a setting in the profile is muted only by that setting, so that the list of muted kinds
      // cannot contradict the setting.
      muted_kinds: isMuted && !flag ? sql<string[]>`${others} || ${kind}::text` : others,
      ...(flag && { [flag]: !isMuted }),
      updated_at: ctx.now().toISOString(),
    })
    .where('id', '=', user_id)
    .execute()
}
