import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { type DriverConfig, namedPool, sharedPool } from './driver.ts'
import { isoTime } from './iso-time.ts'
import type { Settings } from './role-settings.ts'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export type ConnectOptions = {
  /** Connections held at most; more than 4 only queue on a small server. */
  max?: number
  /** Shown in pg_stat_activity. */
  name?: string
  /** Told about connections that broke while idle; queries in flight reject by themselves. */
  onError?: (error: Error) => void
  /**
   * Milliseconds after which a query without an answer is refused and its connection counts as lost; also the longest
   * time to open one. Without it a query may take as long as it wants, as migrations do.
   */
  patienceMs?: number
  /** The address is that of a pooler of transactions. */
  isPooled?: boolean
  /** Told how many milliseconds each statement took, the wait for its connection left out, and of a failed one why. */
  onQuery?: (ms: number, error?: unknown) => void
}

const { builtins } = pg.types

/** Number of the type timestamptz[]. */
const timestamptzArray = 1185

/** Money and ids fit a double (below 2^53); times and dates stay text, numerics stay exact text. */
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
 * A connection as the product configures it: ids and money as numbers, times as text. It asks for no settings, which
 * a pooler would refuse: those of a session belong to its role, see roles.ts.
 */
export function clientOptions(url: string, options: ConnectOptions): DriverConfig {
  return {
    connectionString: url,
    application_name: options.name ?? 'otklik',
    connectionTimeoutMillis: Math.min(10_000, options.patienceMs ?? 10_000),
    query_timeout: options.patienceMs,
    isPooled: options.isPooled,
    keepAlive: true,
    types,
  }
}

/** Connections as the product configures them. */
export function openPool(url: string, options: ConnectOptions = {}): pg.Pool {
  const onError = options.onError ?? (() => {})
  const pool = new pg.Pool({ ...clientOptions(url, options), max: options.max ?? 4 })
  // Without listeners a lost server is an unhandled 'error' event, which ends the process.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** Opens a pool; it survives a server that goes away and comes back. `db.destroy()` closes it. */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const pool = openPool(url, options)
  const dialect = new PostgresDialect({ pool: namedPool(pool, options) })
  const db = new Kysely<Database>({ dialect, ...timed(options) })
  pools.set(db, pool)
  return db
}

export type ReaderOptions = ConnectOptions & {
  /** Settings of each connection, e.g. `{ enable_sort: 'off' }`. */
  settings: Settings
}

/**
 * A few shared connections for reading (driver.ts); what writes goes through `connect`.
 * @param url past any pooler: with one, settings would reach the sessions of others
 */
export function connectReaders(url: string, options: ReaderOptions): Db {
  const { max = 2, onError = () => {}, settings } = options
  // All in one text, so that they go out together.
  const beginning = Object.entries(settings)
    .map(([name, value]) => `set ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value)}`)
    .join('; ')
  const pool = sharedPool(clientOptions(url, options), { max, beginning, onError })
  return new Kysely({ dialect: new PostgresDialect({ pool }), ...timed(options) })
}

/** Options of Kysely with which `onQuery` hears of each statement. */
const timed = ({ onQuery }: ConnectOptions) =>
  onQuery && {
    log: ({ queryDurationMillis, ...event }: LogEvent) =>
      onQuery(queryDurationMillis, event.level === 'error' ? event.error : undefined),
  }

const pools = new WeakMap<Db, pg.Pool>()

/** Connections behind a `connect` that are in use and that rest, and how many wait for one. */
export function poolUse(db: Db): { used: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

export { listen } from './listen.ts'
