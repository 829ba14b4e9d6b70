import { type RawBuilder, sql } from 'kysely'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import { digestAt } from './rules.ts'

/** SQL for the time of the next digest of many people at once. The rule is the same as in rules.ts for one person. */

const zone = sql`coalesce(person.time_zone, ${sql.lit(defaultTimeZone)})`
const minutes = (count: RawBuilder<unknown>) => sql`${count} * interval '1 minute'`
const morningMinutes = sql.lit(digestAt)

/** SQL condition that a time of day, in minutes after midnight, lies in the person's quiet hours. */
const isQuiet = (at: RawBuilder<unknown>) => sql`(person.quiet_from is not null and case
  when person.quiet_from <= person.quiet_to then ${at} >= person.quiet_from and ${at} < person.quiet_to
  else ${at} >= person.quiet_from or ${at} < person.quiet_to end)`

const clock = (moment: RawBuilder<unknown>) =>
  sql`(extract(hour from ${moment} at time zone ${zone}) * 60 + extract(minute from ${moment} at time zone ${zone}))`

/**
 * SQL for the time of a person's next daily digest: ten in the morning, or the end of the quiet hours if they last
 * longer.
 */
export function nextMorning(now: RawBuilder<unknown>): RawBuilder<string> {
  const local = sql`(${now} at time zone ${zone})`
  const today = sql`(date_trunc('day', ${local}) + ${minutes(morningMinutes)})`
  const untilQuietEnds = sql`case when ${isQuiet(morningMinutes)}
    then mod(person.quiet_to - ${morningMinutes} + 1440, 1440) else 0 end`
  return sql<string>`((${today} + case when ${today} <= ${local} then interval '1 day' else interval '0' end
    + ${minutes(sql`(${untilQuietEnds})`)}) at time zone ${zone})`
}

/**
 * SQL for the time of a person's next hourly digest: the next full hour, or the next morning if that hour lies in the
 * quiet hours.
 */
export function nextHour(now: RawBuilder<unknown>): RawBuilder<string> {
  const hour = sql`(date_trunc('hour', ${now}) + interval '1 hour')`
  return sql<string>`(case when ${isQuiet(clock(hour))} then ${nextMorning(now)} else ${hour} end)`
}
