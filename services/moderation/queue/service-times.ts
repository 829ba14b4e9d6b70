import { sql } from 'kysely'
import { numberFormat } from '#contract/formats.ts'
import type { Language } from '#contract/languages.ts'
import { limits } from '#contract/limits.ts'
import type { ServiceTime } from '#contract/service-times.ts'
import type { Db } from '#db/index.ts'
import type { Context } from '#services/core/context.ts'

const day = 86_400_000

/**
 * Statistics of durations in the last days: their number, and the median and the 90th percentile in ms. The latter two
 * are null if nothing was measured.
 */
export type Times = { count: number; median_ms: number | null; p90_ms: number | null }
export type ServiceTimes = {
  /** Durations from a submission to the moderators' decision. */
  decisions: Times
  /** Times from a moderator's question to the author's answer. */
  answers: Times
}

/** Measures how long moderators took to decide and authors took to answer in the last days. */
export async function measureTimes(ctx: Pick<Context, 'db' | 'now'>): Promise<ServiceTimes> {
  const since = new Date(ctx.now().getTime() - limits.moderation.times.days * day).toISOString()
  const decisions = await ctx.db
    .selectFrom('moderation_tasks')
    .select(times('decided_at', 'created_at'))
    .where('subject', '=', 'listing')
    .where('decided_by', 'is not', null)
    .where('applied_at', 'is not', null)
    .where('decided_at', '>', since)
    .executeTakeFirstOrThrow()
  const answers = await ctx.db
    .selectFrom('moderation_questions')
    .select(times('answered_at', 'asked_at'))
    .where('answered_at', '>', since)
    .executeTakeFirstOrThrow()
  return { decisions, answers }
}

function times(end: string, start: string) {
  const ms = sql`extract(epoch from ${sql.ref(end)} - ${sql.ref(start)}) * 1000`
  const at = (share: number) =>
    sql<number | null>`round(percentile_cont(${sql.lit(share)}) within group (order by ${ms}))::float8`
  return [sql<number>`count(*)::int`.as('count'), at(0.5).as('median_ms'), at(0.9).as('p90_ms')] as const
}

/**
 * Steps in minutes to which a review time below an hour is rounded up. Longer times are rounded up to hours or days.
 */
const minutes = [5, 10, 15, 20, 30, 45]

/**
 * Returns the review time that is promised to authors: the measured 90th percentile, rounded up. Null if too few
 * decisions were measured.
 */
export async function promisedTime(ctx: { db: Db; now: () => Date }): Promise<ServiceTime | null> {
  const { decisions } = await measureTimes(ctx)
  return promiseOf(decisions)
}

export function promiseOf({ count, p90_ms }: Times): ServiceTime | null {
  if (count < limits.moderation.times.least || p90_ms === null) return null
  const minute = p90_ms / 60_000
  const short = minutes.find((step) => minute <= step)
  if (short) return { unit: 'minute', count: short }
  const hours = Math.max(1, Math.ceil(minute / 60))
  return hours < 24 ? { unit: 'hour', count: hours } : { unit: 'day', count: Math.ceil(hours / 24) }
}

const minute = 60_000

/** Formats a duration in the reader's language, such as «2 ч 10 мин». */
export function durationText(ms: number, language: Language): string {
  const minutes = Math.max(1, Math.floor(ms / minute))
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return unit(days, 'day', language)
  if (hours === 0) return unit(minutes, 'minute', language)
  const rest = minutes % 60
  return rest === 0
    ? unit(hours, 'hour', language)
    : `${unit(hours, 'hour', language)} ${unit(rest, 'minute', language)}`
}

function unit(value: number, name: 'day' | 'hour' | 'minute', language: Language): string {
  return numberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
}
