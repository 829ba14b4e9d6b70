import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type ConnectOptions, clientOptions, type Db, prepareMarked } from './index.ts'

/**
 * A few connections that everybody reads over at once: questions go out without waiting for the answers of those
 * before them, which spares a wake-up of both sides per question. Nobody has a connection alone here, so a
 * transaction is impossible; what writes goes through `connect`.
 */
export function connectReaders(url: string, options: ConnectOptions = {}): Db {
  return new Kysely({ dialect: new PostgresDialect({ pool: openShared(url, options) }) })
}

function openShared(url: string, { max = 2, onError = () => {}, ...options }: ConnectOptions): PostgresPool {
  const open: (Promise<pg.Client> | undefined)[] = []
  let turn = 0
  const clientAt = (place: number): Promise<pg.Client> => {
    const known = open[place]
    if (known) return known
    const client = new pg.Client({ ...clientOptions(url, options), pipeline: true } as pg.ClientConfig)
    prepareMarked(client)
    const connecting = client.connect().then(() => client)
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
