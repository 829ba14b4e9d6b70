import { z } from 'zod'
import type { Context } from '#services/core/context.ts'

/** Work that is repeated every `every` milliseconds. */
export type Periodic = { name: string; every: number }

/** Number of periods. Repeated work counts as late if none of its rounds succeeded in this time. */
export const allowedPeriods = 3
/**
 * Milliseconds that are tolerated in addition to the periods, because work with a short period may wait on a busy
 * machine.
 */
const slackMs = 60_000

const key = 'rounds'
const Round = z.object({ at: z.number(), every: z.number() })

const valueAt = (ctx: Context, every: number) => JSON.stringify({ at: ctx.now().getTime(), every })

/** Registers repeated work. From then on it is reported as late if its first round does not come. */
export async function expectRounds(ctx: Context, work: Periodic[]): Promise<void> {
  for (const { name, every } of work) await ctx.redis.hsetnx(key, name, valueAt(ctx, every))
}

/**
 * Stores the time of a successful round of repeated work. Without Redis nothing is stored, but no round starts without
 * Redis either.
 */
export async function noteRoundOf(ctx: Context, { name, every }: Periodic): Promise<void> {
  await ctx.redis.hset(key, name, valueAt(ctx, every)).catch(() => {})
}

/**
 * Finds repeated work whose last successful round is too long ago, and the minutes since that round. `known` is the
 * number of registered kinds of work.
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
