import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type ConnectOptions, clientOptions, type Db, prepareMarked } from './index.ts'
import type { Settings } from './role-settings.ts'

export type ReaderOptions = ConnectOptions & {
  /** What each connection sets before its first question, e.g. `{ enable_sort: 'off' }`. */
  settings: Settings
}

/**
 * A few connections that everybody reads over at once: questions go out without waiting for the answers of those
 * before them, which spares a wake-up of both sides per question. Nobody has a connection alone here, so a
 * transaction is impossible; what writes goes through `connect`.
 * @param url past any pooler: with one, settings would reach the sessions of others
 */
export function connectReaders(url: string, options: ReaderOptions): Db {
  return new Kysely({ dialect: new PostgresDialect({ pool: openShared(url, options) }) })
}

const statementsOf = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `set ${pg.escapeIdentifier(name)} = ${pg.escapeLiteral(value)}`)
    .join('; ')

function openShared(
  url: string,
  { max = 2, onError = () => {}, settings, ...options }: ReaderOptions,
): PostgresPool {
  const open: (Promise<pg.Client> | undefined)[] = []
  let turn = 0
  const clientAt = (place: number): Promise<pg.Client> => {
    const known = open[place]
    if (known) return known
    const client = new pg.Client({ ...clientOptions(url, options), pipeline: true } as pg.ClientConfig)
    prepareMarked(client)
    // Nobody gets the connection before its settings hold; both go out in one statement.
    const connecting = client
      .connect()
      .then(() => client.query(statementsOf(settings)))
      .then(() => client)
    // A lost connection makes room for a new one; the questions under way reject by themselves.
    const leave = () => {
      if (open[place] === connecting) open[place] = undefined
    }
    client.on('error', (error) => {
      onError(error)
      leave()
    })
    client.on('end', leave)
    connecting.catch(leave)
    open[place] = connecting
    return connecting
  }
  const shared = new WeakMap<pg.Client, PostgresPoolClient>()
  return {
    options: {},
    async connect() {
      turn = (turn + 1) % max
      const client = await clientAt(turn)
      const known =
        shared.get(client) ?? ({ query: client.query, release: () => {} } as unknown as PostgresPoolClient)
      shared.set(client, known)
      return known
    },
    async end() {
      await Promise.allSettled(open.map(async (connecting) => (await connecting)?.end()))
    },
  }
}
