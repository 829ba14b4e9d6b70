import type { Context } from '#services/core/context.ts'
import { isDone } from '#services/operations/readiness.ts'
import { findLateRounds } from '#services/operations/rounds.ts'
import { bad, check, type Finding, ok, warning } from './finding.ts'

/** Above this share of its memory Redis is about to refuse new jobs. */
const fullShare = 0.8

/** Redis: whether it is written to, what it does when it is full, and what it keeps over a crash. */
export async function checkRedis(ctx: Context): Promise<Finding[]> {
  const { redis } = ctx
  const opened = new Promise((resolve) =>
    redis.status === 'ready' ? resolve(0) : redis.once('ready', resolve),
  )
  if (!(await isDone(opened)))
    return [bad('redis', 'does not answer', 'Start Redis, and look whether REDIS_URL is right.')]
  const said = Object.fromEntries(
    (await redis.info()).split('\r\n').map((line) => line.split(':', 2) as [string, string]),
  )
  const used = Number(said.used_memory)
  const most = Number(said.maxmemory)
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
  const isWritten = await isDone(redis.set('doctor', '1', 'PX', 1000))
  return [
    check(isWritten, 'redis', `version ${said.redis_version}, takes writes`, () =>
      bad(
        'redis',
        'answers and takes no writes',
        'Give it memory (maxmemory) or disk; `redis-cli info` says which it lacks.',
      ),
    ),
    check(said.maxmemory_policy === 'noeviction', 'redis policy', 'noeviction', () =>
      bad(
        'redis policy',
        `${said.maxmemory_policy}: queues lose jobs when memory is short`,
        'Start it with --maxmemory-policy noeviction.',
      ),
    ),
    check(
      most === 0 || used / most < fullShare,
      'redis memory',
      `${megabytes(used)} of ${most ? megabytes(most) : 'all'}`,
      () =>
        warning(
          'redis memory',
          `${megabytes(used)} of ${megabytes(most)}`,
          'Raise maxmemory before it is full.',
        ),
    ),
    said.aof_enabled === '1'
      ? ok('redis file', 'append-only')
      : warning(
          'redis file',
          'no append-only file: a crash forgets queues',
          'Start it with --appendonly yes.',
        ),
    await checkRounds(ctx),
  ]
}

/** Periodic work of the workers, which Redis begins. */
async function checkRounds(ctx: Context): Promise<Finding> {
  const { known, late } = await findLateRounds(ctx)
  const missing = late.map(({ name, minutes }) => `${name} for ${minutes} min`).join(', ')
  return check(missing === '', 'rounds', known ? `${known} come in time` : 'none was begun yet', () =>
    bad('rounds', `no good one of ${missing}`, 'Look at the log of the workers, and restart them.'),
  )
}
