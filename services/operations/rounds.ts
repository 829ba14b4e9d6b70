import { z } from 'zod'
import type { Context } from '#services/core/context.ts'

/** Work repeated every `every` milliseconds. */
export type Periodic = { name: string; every: number }

/** Number of periods without a round after which the work counts as late. */
export const allowedPeriods = 3
/** Time that is tolerated in addition, because work with a short period may wait on a busy machine. */
const slackMs = 60_000

const key = 'rounds'
const Round = z.object({ at: z.number(), every: z.number() })

const valueAt = (ctx: Context, every: number) => JSON.stringify({ at: ctx.now().getTime(), every })

/** Registers repeated work, so that it can be reported as late even before its first round. */
export async function expectRounds(ctx: Context, work: Periodic[]): Promise<void> {
  for (const { name, every } of work) await ctx.redis.hsetnx(key, name, valueAt(ctx, every))
}

/** Stores that a round of repeated work succeeded. Without Redis nothing is stored, but then no round starts either. */
export async function noteRoundOf(ctx: Context, { name, every }: Periodic): Promise<void> {
  await ctx.redis.hset(key, name, valueAt(ctx, every)).catch(() => {})
}

/**
 * Repeated work whose last successful round is too long ago, with the minutes since. `known` is the number of
 * registered works.
 */
export async function findLateRounds(
  ctx: Context,
): Promise<{ known: number; late: { name: string; minutes: number }[] }> {
  const rounds = Object.entries(await ctx.redis.hgetall(key))
  const late = rounds.flatMap(([name, value]) => {
    const { at, every } = Round.parse(JSON.parse(value))
    const ms = ctx.now().getTime() - at
    return ms > allowedPeriods * every + slackMs ? [{ name, minutes: Math.round(ms / 60_000) }] : []
  })
  return { known: rounds.length, late }
}
