import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { type DriverConfig, namedPool, sharedPool } from './driver.ts'
import { isoTime } from './iso-time.ts'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export type ConnectOptions = {
  /**
   * Largest number of connections. On a small server more than 4 bring nothing, because their statements wait for the
   * processor.
   */
  max?: number
  /** Name of the connection, shown in pg_stat_activity. */
  name?: string
  /** Called for a connection that broke while it was idle. If a query was running, its promise rejects instead. */
  onError?: (error: Error) => void
  /**
   * Milliseconds without an answer after which a query is rejected and its connection counts as lost. Opening a
   * connection may take as long. If absent, a query may take any time, as in migrations.
   */
  queryTimeoutMs?: number
  /** True if the URL leads to a transaction pooler. */
  isPooled?: boolean
  /**
   * Called after each statement with its duration in milliseconds, and with its error if the statement failed. The
   * duration excludes the wait for a connection.
   */
  onQuery?: (ms: number, error?: unknown) => void
}

const { builtins } = pg.types

/** OID of the type timestamptz[]. */
const timestamptzArray = 1185

/**
 * Parsers of Postgres's types. Money and ids become numbers, because they are below 2^53; times, dates and numerics
 * become text.
 */
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.TIMESTAMPTZ]: isoTime,
  [timestamptzArray]: (text) => [...text.matchAll(/"([^"]+)"/g)].map(([, time = '']) => isoTime(time)),
  [builtins.DATE]: String,
  [builtins.NUMERIC]: String,
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/**
 * Options of a connection. The connection sends no session settings, because a pooler would refuse them. The settings
 * are stored with the database role, see roles.ts.
 */
export function clientOptions(url: string, options: ConnectOptions): DriverConfig {
  return {
    connectionString: url,
    application_name: options.name ?? 'otklik',
    connectionTimeoutMillis: Math.min(10_000, options.queryTimeoutMs ?? 10_000),
    query_timeout: options.queryTimeoutMs,
    isPooled: options.isPooled,
    keepAlive: true,
    types,
  }
}

/** Opens a pool of connections. */
export function openPool(url: string, options: ConnectOptions = {}): pg.Pool {
  const onError = options.onError ?? (() => {})
  const pool = new pg.Pool({ ...clientOptions(url, options), max: options.max ?? 4 })
  // Without a listener, the event 'error' of a lost server connection would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** Opens a pool of connections that survives restarts of the database server. `db.destroy()` closes the pool. */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const pool = openPool(url, options)
  const dialect = new PostgresDialect({ pool: namedPool(pool, options) })
  const db = new Kysely<Database>({ dialect, ...queryTiming(options) })
  pools.set(db, pool)
  return db
}

export type ReaderOptions = ConnectOptions & {
  /** Postgres settings of each connection, e.g. `{ enable_sort: 'off' }`. */
  settings: Record<string, string>
}

/**
 * Opens a few shared connections for reading (driver.ts). Writes must use connections of `connect`.
 * @param url must bypass any pooler: behind a pooler, the settings would reach the sessions of other clients
 */
export function connectReaders(url: string, options: ReaderOptions): Db {
  const { max = 2, onError = () => {}, settings } = options
  // The SQL statements form one text, so that they are sent together.
  const initialStatements = Object.entries(settings)
    .map(([name, value]) => `set ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value)}`)
    .join('; ')
  const pool = sharedPool(clientOptions(url, options), { max, initialStatements, onError })
  return new Kysely({ dialect: new PostgresDialect({ pool }), ...queryTiming(options) })
}

/** Options with which Kysely reports each statement to `onQuery`. */
const queryTiming = ({ onQuery }: ConnectOptions) =>
  onQuery && {
    log: ({ queryDurationMillis, ...event }: LogEvent) =>
      onQuery(queryDurationMillis, event.level === 'error' ? event.error : undefined),
  }

const pools = new WeakMap<Db, pg.Pool>()

/** Number of busy and idle connections of a pool, and of requests that wait for one. */
export function countPoolConnections(db: Db): { used: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

export { listen } from './listen.ts'
