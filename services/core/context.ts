import { Redis } from 'ioredis'
import { connect, connectReaders, type Db } from '#db/index.ts'
import type { Config, RobokassaConfig } from '#services/core/config/config.ts'
import { hideSecretsOf } from '#services/core/config/secrets.ts'
import { createLog, type Log } from '#services/core/observability/log.ts'
import { countQuery } from '#services/core/observability/metrics.ts'
import { watchDiskSpace } from '#services/core/servers/disk-space.ts'
import { createLinks, type Links } from '#services/core/servers/file-urls.ts'
import { reconnectOptions } from '#services/core/servers/redis.ts'
import { openReplica, type Replica } from '#services/core/servers/replica.ts'
import { openStorage, type Storage } from '#services/core/servers/storage.ts'

/**
 * Everything outside of the process that services use: configuration, databases, Redis, log, clock. It does not depend
 * on HTTP or on Telegram updates.
 */
export type Context = {
  config: Config
  db: Db
  /** Connection pool for reading lists by index. Each statement has one generic plan, and sorting is disabled. */
  lists: Db
  /**
   * Connection pool of the read replica. On it Postgres plans each statement anew for its parameter values
   * (read-replica.ts). If absent, such statements run on `db`.
   */
  searches?: Db
  replica: Replica | undefined
  /**
   * Connection pool for slow reads through `readHeavy`. Writes use other connections and so never wait for slow reads.
   */
  heavy: Db
  /** Connection for health checks only, because all other connections may be busy. Its timeout is short. */
  probe: Db
  /** Tells whether a query failed recently because the disk of Postgres is full. */
  diskSpace: Pick<ReturnType<typeof watchDiskSpace>, 'hasSpace'>
  redis: Redis
  log: Log
  /** Returns the current time. Tests replace this function. */
  now: () => Date
  robokassa: RobokassaConfig
  /** Storage of people's files. `links` makes and verifies the URLs of the files. */
  storage: Storage
  links: Links
  /**
   * Signal that is aborted on shutdown. From then on readiness checks fail, while requests are still answered for some
   * time.
   */
  shutdown: AbortController
  /** Id of the request or event that caused the current work. */
  request_id: string | null
}

/**
 * Connects to Redis. Redis commands fail fast when Redis is down, because login, lists, the creation of listings and
 * the payment provider's calls work without Redis.
 */
function connectRedis(config: Config, log: Log): Redis {
  const redis = new Redis(config.REDIS_URL, {
    ...reconnectOptions,
    keyPrefix: `${config.REDIS_PREFIX}:`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    // Milliseconds after which a Redis command fails, so that a Redis that does not answer counts as unavailable.
    commandTimeout: 500,
  })
  redis.on('error', (error: Error) => log.warn({ reason: error.message }, 'redis is away'))
  return redis
}

/**
 * Postgres settings for reading lists. With sorting enabled, Postgres would sort all listings for one page of a list;
 * tests/listing-plans.test.ts shows the plans. Presorted aggregates are disabled, because Postgres would scan a whole
 * table in order, only to aggregate the few related rows of one listing.
 */
const listSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_sort: 'off',
  enable_bitmapscan: 'off',
  enable_presorted_aggregate: 'off',
  // A random page costs as little as a sequential one, because the reference tables are small and in memory.
  random_page_cost: '1.1',
}

/**
 * Milliseconds after which this process gives a query up. The statement timeout of Postgres (db/roles.ts) is shorter,
 * so this timeout ends a query only if Postgres hangs.
 */
const queryTimeoutMs = 20_000
/**
 * Milliseconds after which the query of a health check fails. Supervisors wait two seconds for the answer of the check.
 */
const probeTimeoutMs = 1500

/** Reads the settings of the shop at Robokassa. */
export function readShop(config: Config): RobokassaConfig {
  const sno = config.OPERATOR_TAX_SCHEME
  return {
    merchant: config.ROBOKASSA_MERCHANT,
    password1: config.ROBOKASSA_PASSWORD_1,
    password2: config.ROBOKASSA_PASSWORD_2,
    other_password1: config.ROBOKASSA_OTHER_PASSWORD_1,
    other_password2: config.ROBOKASSA_OTHER_PASSWORD_2,
    password3: config.ROBOKASSA_PASSWORD_3,
    hash: config.ROBOKASSA_HASH,
    is_test: config.ROBOKASSA_IS_TEST,
    payment_url: config.ROBOKASSA_PAYMENT_URL,
    state_url: config.ROBOKASSA_STATE_URL,
    refund_url: config.ROBOKASSA_REFUND_URL,
    receipt: sno && sno !== 'npd' ? { sno, tax: config.OPERATOR_VAT } : undefined,
  }
}

/** Opens the connections of a process to databases, Redis and the file storage. */
export function createContext(config: Config, role: string, now: () => Date = () => new Date()): Context {
  hideSecretsOf(config)
  const log = createLog(config.LOG_LEVEL, role)
  const onError = (error: Error) => log.warn({ reason: error.message }, 'postgres connection lost')
  const diskSpace = watchDiskSpace()
  const onQuery = (ms: number, error?: unknown) => {
    countQuery(ms)
    diskSpace.note(error)
  }
  const poolOptions = { queryTimeoutMs, onError, onQuery }
  // A direct URL of Postgres is configured only if DATABASE_URL leads to a connection pooler.
  // The name shows in pg_stat_activity which processes run.
  const writerOptions = {
    name: `otklik-${role}`,
    ...poolOptions,
    isPooled: config.DATABASE_DIRECT_URL !== undefined,
  }
  const probe = connect(config.DATABASE_URL, {
    max: 1,
    name: 'otklik-health',
    queryTimeoutMs: probeTimeoutMs,
  })
  const readerOptions = { settings: listSettings, ...poolOptions }
  const { DATABASE_REPLICA_URL: replica_url } = config
  return {
    config,
    db: connect(config.DATABASE_URL, {
      max: role === 'workers' || role === 'all' ? 10 : 4,
      ...writerOptions,
    }),
    lists: connectReaders(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL, { max: 2, ...readerOptions }),
    replica: replica_url === undefined ? undefined : openReplica(replica_url, probe, readerOptions),
    heavy: connect(config.DATABASE_URL, { max: 2, ...writerOptions, name: 'otklik-heavy' }),
    probe,
    diskSpace,
    redis: connectRedis(config, log),
    log,
    now,
    shutdown: new AbortController(),
    request_id: null,
    storage: openStorage(config),
    links: createLinks(config),
    robokassa: readShop(config),
  }
}

/** Number of parts of this process that use the same connections, by the database that they share. */
const sharers = new WeakMap<Db, { left: number; onEnd: () => void }>()

/**
 * Returns the context for one more part of the process, with a log of its own.
 * @param onEnd called when a part has ended and others still run
 */
export function shareContext(ctx: Context, part: string, onEnd: () => void): Context {
  sharers.set(ctx.db, { left: (sharers.get(ctx.db)?.left ?? 0) + 1, onEnd })
  return { ...ctx, log: ctx.log.child({ part }) }
}

/** Closes the connections of a process. Connections that parts of the process share are closed with the last part. */
export async function closeContext(ctx: Context): Promise<void> {
  const shared = sharers.get(ctx.db)
  if (shared && --shared.left > 0) return shared.onEnd()
  ctx.redis.disconnect()
  await ctx.replica?.close()
  await Promise.all([ctx.lists.destroy(), ctx.heavy.destroy(), ctx.probe.destroy()])
  await ctx.db.destroy()
}
