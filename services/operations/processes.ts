import { hostname } from 'node:os'
import { z } from 'zod'
import { version } from '#services/core/config/version.ts'
import type { Context } from '#services/core/context.ts'
import type { Readiness } from './ops-server.ts'
import { noteOutages } from './readiness.ts'

/** Marks of life of the processes, which the operator's commands read. They are in Redis, because losing them is harmless. */

export const processRoles = ['api', 'bot', 'workers', 'backups'] as const
export type ProcessRole = (typeof processRoles)[number]

const key = 'processes'
const intervalMs = 10_000
/** Milliseconds after which a process without a new mark counts as dead. */
const silentMs = 60_000
/** Milliseconds after which the mark of a process that is gone is deleted. */
const rememberMs = 7 * 24 * 60 * 60_000

const Mark = z.object({
  role: z.enum(processRoles),
  host: z.string(),
  release: z.string(),
  started_at: z.number(),
  /** Time of the mark. */
  at: z.number(),
  /** True if the process has ended in an orderly way. */
  has_ended: z.boolean(),
  is_ready: z.boolean(),
  /** State of the parts that the process needs or uses, as at /health/ready. */
  parts: z.record(z.string(), z.boolean()),
})
type StoredMark = z.output<typeof Mark>
export type ProcessMark = StoredMark & { id: string; state: 'alive' | 'silent' | 'ended' }

/**
 * Leaves a mark of life every ten seconds.
 * @param ready tells what the process says at /health/ready
 */
export function startMarks(
  ctx: Context,
  role: ProcessRole,
  ready: () => Promise<Readiness>,
): { stop(): Promise<void> } {
  const host = hostname()
  const id = `${role}:${host}:${process.pid}`
  const started_at = ctx.now().getTime()
  let has_ended = false
  async function mark(): Promise<void> {
    const { parts, needed } = await ready()
    const is_ready = needed.every((name) => parts[name])
    noteOutages(parts, ctx.now())
    const at = ctx.now().getTime()
    const value: StoredMark = { role, host, release: version, started_at, at, has_ended, is_ready, parts }
    await ctx.redis.hset(key, id, JSON.stringify(value))
  }
  // Without Redis there is no mark, and `redis` is what the operator is told of first.
  const markQuietly = () => mark().catch(() => {})
  const begin = () => {
    void markQuietly()
    void forgetOld(ctx).catch(() => {})
  }
  if (ctx.redis.status === 'ready') begin()
  else ctx.redis.once('ready', begin)
  const timer = setInterval(() => void markQuietly(), intervalMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      // A mark that is being made right now says so as well.
      has_ended = true
      await markQuietly()
    },
  }
}

/** @throws if Redis does not answer */
export async function readMarks(ctx: Context): Promise<ProcessMark[]> {
  const now = ctx.now().getTime()
  const marks = Object.entries(await ctx.redis.hgetall(key)).flatMap(([id, value]) => {
    // A process of another release may leave a mark of another form.
    const { data: mark } = Mark.safeParse(JSON.parse(value))
    if (!mark) return []
    const state = mark.has_ended ? 'ended' : now - mark.at > silentMs ? 'silent' : 'alive'
    return [{ ...mark, id, state } as const]
  })
  return marks.sort((one, other) => other.at - one.at)
}

async function forgetOld(ctx: Context): Promise<void> {
  const limit = ctx.now().getTime() - rememberMs
  const old = (await readMarks(ctx)).filter(({ at }) => at < limit)
  if (old.length > 0) await ctx.redis.hdel(key, ...old.map(({ id }) => id))
}
