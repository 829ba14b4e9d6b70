import { Redis } from 'ioredis'
import { connect, connectReaders, type Db } from '#db/index.ts'
import type { Config, RobokassaConfig } from '#services/core/config/config.ts'
import { hideSecretsOf } from '#services/core/config/secrets.ts'
import { watchRoom } from '#services/core/servers/disk-space.ts'
import { createLinks, type Links } from '#services/core/servers/file-urls.ts'
import { persistent } from '#services/core/servers/redis.ts'
import { openReplica, type Replica } from '#services/core/servers/replica.ts'
import { openStorage, type Storage } from '#services/core/servers/storage.ts'
import { createLog, type Log } from './log.ts'
import { countQuery } from './metrics.ts'

/** The outside world in one object: everything that the domain needs, and nothing of HTTP or Telegram updates. */
export type Context = {
  config: Config
  db: Db
  /** Shared connections for reading: live lists are walked by index, one generic plan per statement, never a sort. */
  lists: Db
  /** Where a call that reads aside (read-replica.ts) is answered by a plan for its very values; others ask `db`. */
  searches?: Db
  replica: Replica | undefined
  /** Connections for reads that may be long, see `readHeavy`: what writes never waits for them. */
  heavy: Db
  /** A connection for health checks alone, which answers soon or is given up: those above may all be in use. */
  probe: Db
  /** Whether Postgres has any, as far as this process was told. */
  room: Pick<ReturnType<typeof watchRoom>, 'isLeft'>
  redis: Redis
  log: Log
  /** The present moment; tests move it. */
  now: () => Date
  robokassa: RobokassaConfig
  /** Bytes of people's files, and the addresses under which they are given out. */
  storage: Storage
  links: Links
  /** Aborted when the process was told to end: it is not ready any more, and goes on for a while. */
  leaving: AbortController
  /** Ties what happens to the request or event that caused it. */
  request_id: string | null
}

/** Redis fails fast for producers: without it login, lists, creation and the provider's call still answer. */
function connectRedis(config: Config, log: Log): Redis {
  const redis = new Redis(config.REDIS_URL, {
    ...persistent,
    keyPrefix: `${config.REDIS_PREFIX}:`,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    // A Redis that hangs counts as away.
    commandTimeout: 500,
  })
  redis.on('error', (error: Error) => log.warn({ reason: error.message }, 'redis is away'))
  return redis
}

/**
 * A range with LIMIT makes Postgres's own choice sort the market; docs of the plans: tests/listing-plans.test.ts. Small
 * lists inside a row are sorted where they are gathered: to get them in order a whole table would be walked.
 */
const walking = {
  plan_cache_mode: 'force_generic_plan',
  enable_sort: 'off',
  enable_bitmapscan: 'off',
  enable_presorted_aggregate: 'off',
  // Names of categories and the like are found by their key: what is read here lies in memory.
  random_page_cost: '1.1',
}

/** Above the longest statement that the server allows us (db/roles.ts): then it is the server that hangs. */
const patienceMs = 20_000
/** Whoever asks for readiness waits two seconds. */
const probePatienceMs = 1500

/** The shop's agreement with the provider. */
export function shopOf(config: Config): RobokassaConfig {
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

/** Opens the outside world for one process. */
export function createContext(config: Config, role: string, now: () => Date = () => new Date()): Context {
  hideSecretsOf(config)
  const log = createLog(config.LOG_LEVEL, role)
  const onError = (error: Error) => log.warn({ reason: error.message }, 'postgres connection lost')
  const room = watchRoom()
  const onQuery = (ms: number, error?: unknown) => {
    countQuery(ms)
    room.note(error)
  }
  const common = { patienceMs, onError, onQuery }
  // Whoever names a way past the pooler has one.
  const pooled = { ...common, isPooled: config.DATABASE_DIRECT_URL !== undefined }
  const probe = connect(config.DATABASE_URL, { max: 1, name: 'otklik-health', patienceMs: probePatienceMs })
  const reading = { settings: walking, ...common }
  const { DATABASE_REPLICA_URL: replica_url } = config
  return {
    config,
    db: connect(config.DATABASE_URL, { max: role === 'workers' ? 10 : 4, ...pooled }),
    lists: connectReaders(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL, { max: 2, ...reading }),
    replica: replica_url === undefined ? undefined : openReplica(replica_url, probe, reading),
    heavy: connect(config.DATABASE_URL, { max: 2, name: 'otklik-heavy', ...pooled }),
    probe,
    room,
    redis: connectRedis(config, log),
    log,
    now,
    leaving: new AbortController(),
    request_id: null,
    storage: openStorage(config),
    links: createLinks(config),
    robokassa: shopOf(config),
  }
}

export async function closeContext(ctx: Context): Promise<void> {
  ctx.redis.disconnect()
  await ctx.replica?.close()
  await Promise.all([ctx.lists.destroy(), ctx.heavy.destroy(), ctx.probe.destroy()])
  await ctx.db.destroy()
}
