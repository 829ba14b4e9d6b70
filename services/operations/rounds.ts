import { z } from 'zod'
import type { Context } from '#services/core/context.ts'

/** Work that comes again after `every` milliseconds. */
export type Periodic = { name: string; every: number }

/** So many periods may pass without a round before it counts as lost. */
export const patientPeriods = 3
/** Beside them: rounds that follow each other within seconds may wait for a busy machine. */
const slackMs = 60_000

const key = 'rounds'
const Round = z.object({ at: z.number(), every: z.number() })

const valueAt = (ctx: Context, every: number) => JSON.stringify({ at: ctx.now().getTime(), every })

/** From now on a round is expected, also of work that has never had one. */
export async function expectRounds(ctx: Context, work: Periodic[]): Promise<void> {
  for (const { name, every } of work) await ctx.redis.hsetnx(key, name, valueAt(ctx, every))
}

/** A round has ended well. Without Redis nothing is noted, and nothing begins a round either. */
export async function noteRoundOf(ctx: Context, { name, every }: Periodic): Promise<void> {
  await ctx.redis.hset(key, name, valueAt(ctx, every)).catch(() => {})
}

/** Work whose last good round is longer ago than it may be, with the minutes since. @returns also how much is known */
export async function findLateRounds(
  ctx: Context,
): Promise<{ known: number; late: { name: string; minutes: number }[] }> {
  const rounds = Object.entries(await ctx.redis.hgetall(key))
  const late = rounds.flatMap(([name, value]) => {
    const { at, every } = Round.parse(JSON.parse(value))
    const ms = ctx.now().getTime() - at
    return ms > patientPeriods * every + slackMs ? [{ name, minutes: Math.round(ms / 60_000) }] : []
  })
  return { known: rounds.length, late }
}
