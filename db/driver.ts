import { createHash } from 'node:crypto'
import type { PostgresPool } from 'kysely'
import pg from 'pg'

/**
 * Where we go past what Kysely does with `pg` by itself, because pages of listings are asked for most: their
 * statements have names, so that the server parses and plans them once, and a few connections serve everybody at
 * once. Both rest on what neither library promises for ever, and tests/driver.test.ts fails when it changes:
 * - Kysely asks a client by `query(text, values)`, and does nothing to it when it gives it back but `release()`;
 * - `pg` lets the server parse a statement with a name once per connection;
 * - `pg` with `pipeline` sends a question before those ahead of it are answered, and gives each its own answer.
 */

/** Statements that begin so are prepared once per connection. */
export const preparedMark = '/* prepared */'

/** Names of marked texts; there are as many as shapes of hot queries. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('md5').update(text).digest('hex')
  names.set(text, name)
  return name
}

/** Kysely sends every statement unnamed; here the marked ones get a name. */
export class NamingClient extends pg.Client {
  override query = ((text: unknown, ...rest: unknown[]) => {
    const ask = super.query.bind(this) as (...args: unknown[]) => unknown
    return typeof text === 'string' && text.startsWith(preparedMark)
      ? ask({ name: nameOf(text), text, values: rest[0] })
      : ask(text, ...rest)
  }) as pg.Client['query']
}

/** A connection shared by several users: giving it back does not close it for the others. */
class SharedClient extends NamingClient {
  release(): void {}
}

export type SharedPoolOptions = {
  config: pg.ClientConfig
  /** How many connections there are at most. */
  max: number
  /** What a new connection does before anybody gets it. */
  prepare: (client: pg.Client) => Promise<unknown>
  onError: (error: Error) => void
}

/** A pool for Kysely that hands out its connections in turn, also while they are in use. */
export function sharePool({ config, max, prepare, onError }: SharedPoolOptions): PostgresPool {
  const open: (Promise<SharedClient> | undefined)[] = []
  let turn = 0
  const openAt = (place: number): Promise<SharedClient> => {
    const client = new SharedClient({ ...config, pipeline: true })
    const opening = client
      .connect()
      .then(() => prepare(client))
      .then(() => client)
    // A lost connection makes room for a new one; the questions under way reject by themselves.
    const leave = () => {
      if (open[place] === opening) open[place] = undefined
    }
    client.on('error', (error) => {
      onError(error)
      leave()
    })
    client.on('end', leave)
    opening.catch(leave)
    return opening
  }
  return {
    options: {},
    connect() {
      turn = (turn + 1) % max
      open[turn] ??= openAt(turn)
      return open[turn] as Promise<SharedClient>
    },
    async end() {
      await Promise.allSettled(open.map(async (opening) => (await opening)?.end()))
    },
  }
}
