import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { sharePool } from './driver.ts'
import { type ConnectOptions, clientOptions, type Db, timed } from './index.ts'
import type { Settings } from './role-settings.ts'

export type ReaderOptions = ConnectOptions & {
  /** What each connection sets before its first question, e.g. `{ enable_sort: 'off' }`. */
  settings: Settings
}

/**
 * A few connections that everybody reads over at once: questions go out without waiting for the answers of those
 * before them, which spares a wake-up of both sides per question. Connections are shared here, so a
 * transaction is impossible; what writes goes through `connect`.
 * @param url past any pooler: with one, settings would reach the sessions of others
 */
export function connectReaders(url: string, options: ReaderOptions): Db {
  const { max = 2, onError = () => {}, settings } = options
  const pool = sharePool({
    ...{ config: clientOptions(url, options), max, onError },
    prepare: (client) => client.query(statementsOf(settings)),
  })
  return new Kysely({ dialect: new PostgresDialect({ pool }), ...timed(options) })
}

/** All in one text, so that they go out together. */
const statementsOf = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `set ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value)}`)
    .join('; ')
