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

/** Everything the domain needs from outside, without HTTP or Telegram updates. */
export type Context = {
  config: Config
  db: Db
  /** Shared connections for reading lists by index: one generic plan per statement, no sorting. */
  lists: Db
  /** The replica's pool that plans each statement for its values (read-replica.ts); without it such statements use `db`. */
  searches?: Db
  replica: Replica | undefined
  /** Connections for possibly long reads, see `readHeavy`, so that writes never wait for them. */
  heavy: Db
  /** A connection for health checks only, with a short timeout: all others may be busy. */
  probe: Db
  /** Tells whether Postgres had disk space at the last error. */
  diskSpace: Pick<ReturnType<typeof watchDiskSpace>, 'hasSpace'>
  redis: Redis
  log: Log
  /** Current time; tests move it. */
  now: () => Date
  robokassa: RobokassaConfig
  /** Stored files and their URLs. */
  storage: Storage
  links: Links
  /** Aborted on shutdown: readiness fails from then on, while requests are still served for some time. */
  shutdown: AbortController
  /** Id of the request or event that caused the work. */
  request_id: string | null
}

/** Redis commands fail fast here: login, lists, creation and the provider's call work without Redis. */
function connectRedis(config: Config, log: Log): Redis {
  const redis = new Redis(config.REDIS_URL, {
    ...reconnectOptions,
    keyPrefix: `${config.REDIS_PREFIX}:`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    // A hanging Redis counts as unavailable.
    commandTimeout: 500,
  })
  redis.on('error', (error: Error) => log.warn({ reason: error.message }, 'redis is away'))
  return redis
}

/**
 * Planner settings for lists. For a range with LIMIT, Postgres would sort the whole market;
 * tests/listing-plans.test.ts shows the plans. Presorted aggregates are off because Postgres would scan a whole table
 * just to read the small sub-list of one row in order.
 */
const listSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_sort: 'off',
  enable_bitmapscan: 'off',
  enable_presorted_aggregate: 'off',
  // Small reference tables are in memory, so lookups by key are cheap.
  random_page_cost: '1.1',
}

/** Longer than the server's statement timeout (db/roles.ts), so it passes only if the server hangs. */
const queryTimeoutMs = 20_000
/** Readiness probes wait two seconds. */
const probeTimeoutMs = 1500

/** Settings of the shop at Robokassa. */
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

/** Opens all outside resources of a process. */
export function createContext(config: Config, role: string, now: () => Date = () => new Date()): Context {
  hideSecretsOf(config)
  const log = createLog(config.LOG_LEVEL, role)
  const onError = (error: Error) => log.warn({ reason: error.message }, 'postgres connection lost')
  const diskSpace = watchDiskSpace()
  const onQuery = (ms: number, error?: unknown) => {
    countQuery(ms)
    diskSpace.note(error)
  }
  const poolOptions = { patienceMs: queryTimeoutMs, onError, onQuery }
  // A separate direct URL means that DATABASE_URL leads to a pooler.
  const writerOptions = { ...poolOptions, isPooled: config.DATABASE_DIRECT_URL !== undefined }
  const probe = connect(config.DATABASE_URL, { max: 1, name: 'otklik-health', patienceMs: probeTimeoutMs })
  const readerOptions = { settings: listSettings, ...poolOptions }
  const { DATABASE_REPLICA_URL: replica_url } = config
  return {
    config,
    db: connect(config.DATABASE_URL, { max: role === 'workers' ? 10 : 4, ...writerOptions }),
    lists: connectReaders(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL, { max: 2, ...readerOptions }),
    replica: replica_url === undefined ? undefined : openReplica(replica_url, probe, readerOptions),
    heavy: connect(config.DATABASE_URL, { max: 2, name: 'otklik-heavy', ...writerOptions }),
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

export async function closeContext(ctx: Context): Promise<void> {
  ctx.redis.disconnect()
  await ctx.replica?.close()
  await Promise.all([ctx.lists.destroy(), ctx.heavy.destroy(), ctx.probe.destroy()])
  await ctx.db.destroy()
}
