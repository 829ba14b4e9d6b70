import type { Context } from '#services/core/context.ts'
import { sinceOf } from '#services/operations/alarms/alarms.ts'
import { resolvesInTime } from '#services/operations/readiness.ts'
import { findLateRounds } from '#services/operations/rounds.ts'
import { bad, check, type Finding, ok, warning } from './result.ts'

/** Share of Redis's memory limit. With more memory in use, Redis may soon refuse new jobs. */
const fullShare = 0.8

/** Tells since when Redis is away, as the workers found it, and what that means for people. */
async function describeOutage(ctx: Context): Promise<string> {
  const since = await sinceOf(ctx, 'redis_away').catch(() => undefined)
  return (
    `does not answer${since ? `, since ${since}` : ''}: publication, new messages and reminders wait; ` +
    'people log in, read, create and pay'
  )
}

/** Waits until the connection to Redis is open. @returns false if that takes too long */
export function waitForRedis({ redis }: Pick<Context, 'redis'>): Promise<boolean> {
  const opened = new Promise((resolve) =>
    redis.status === 'ready' ? resolve(0) : redis.once('ready', resolve),
  )
  return resolvesInTime(opened)
}

/** Checks that Redis is writable, does not evict jobs and survives a crash. */
export async function checkRedis(ctx: Context): Promise<Finding[]> {
  const { redis } = ctx
  if (!(await waitForRedis(ctx)))
    return [bad('redis', await describeOutage(ctx), 'Start Redis, and look whether REDIS_URL is right.')]
  const info = Object.fromEntries(
    (await redis.info()).split('\r\n').map((line) => line.split(':', 2) as [string, string]),
  )
  const usedBytes = Number(info.used_memory)
  const maxBytes = Number(info.maxmemory)
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
  const isWritten = await resolvesInTime(redis.set('doctor', '1', 'PX', 1000))
  return [
    check(isWritten, 'redis', `version ${info.redis_version}, takes writes`, {
      bad: 'answers and takes no writes',
      cure: 'Give it memory (maxmemory) or disk; `redis-cli info` says which it lacks.',
    }),
    check(info.maxmemory_policy === 'noeviction', 'redis policy', 'noeviction', {
      bad: `${info.maxmemory_policy}: queues lose jobs when memory is short`,
      cure: 'Start it with --maxmemory-policy noeviction.',
    }),
    check(
      maxBytes === 0 || usedBytes / maxBytes < fullShare,
      'redis memory',
      `${megabytes(usedBytes)} of ${maxBytes ? megabytes(maxBytes) : 'all'}`,
      {
        warning: `${megabytes(usedBytes)} of ${megabytes(maxBytes)}`,
        cure: 'Raise maxmemory before it is full.',
      },
    ),
    info.aof_enabled === '1'
      ? ok('redis file', 'append-only')
      : warning(
          'redis file',
          'no append-only file: a crash forgets queues',
          'Start it with --appendonly yes.',
        ),
    await checkRounds(ctx),
  ]
}

/** Checks that the workers repeat their periodic work in time. The times of the last runs are in Redis. */
async function checkRounds(ctx: Context): Promise<Finding> {
  const { known, late } = await findLateRounds(ctx)
  const missing = late.map(({ name, minutes }) => `${name} for ${minutes} min`).join(', ')
  return check(missing === '', 'rounds', known ? `${known} come in time` : 'none was begun yet', {
    bad: `no good one of ${missing}`,
    cure: 'Look at the log of the workers, and restart them.',
  })
}
