import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { PostgresPool } from 'kysely'
import pg from 'pg'

/**
 * Where we go past what Kysely does with `pg` by itself, because pages of listings are asked for most: their
 * statements have names, so that the server parses and plans them once, and a few connections serve everybody at
 * once; and a server that hangs is left after a while. All rest on what neither library promises for ever, and
 * tests/driver.test.ts fails when it changes:
 * - Kysely asks a client by `query(text, values)`, and does nothing to it when it gives it back but `release()`;
 * - `pg` lets the server parse a statement with a name once per connection;
 * - `pg` with `pipeline` sends a question before those ahead of it are answered, and gives each its own answer;
 * - `pg` keeps its socket in `connection.stream`, and refuses all who wait when that breaks.
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

/**
 * A connection of the product; `patienceMs`: longest time without an answer before it counts as lost; `isPooled`: each
 * transaction may be another session's, which knows no names of statements.
 */
export type OwnClientConfig = pg.ClientConfig & {
  patienceMs?: number | undefined
  isPooled?: boolean | undefined
}

/**
 * Kysely sends every statement unnamed; here the marked ones get a name. A server that does not answer any more, not
 * even with a refusal, is left: whoever waits for it is told, and the next question goes over a new connection.
 */
export class OwnClient extends pg.Client {
  readonly #patienceMs: number | undefined
  readonly #isPooled: boolean

  constructor(config: OwnClientConfig = {}) {
    super({ ...config, pipeline: !config.isPooled })
    this.#patienceMs = config.patienceMs
    this.#isPooled = config.isPooled ?? false
  }

  override query = ((text: unknown, ...rest: unknown[]) => {
    const ask = super.query.bind(this) as (...args: unknown[]) => unknown
    const asked =
      typeof text === 'string' && text.startsWith(preparedMark) && !this.#isPooled
        ? ask({ name: nameOf(text), text, values: rest[0] })
        : ask(text, ...rest)
    if (this.#patienceMs !== undefined && asked instanceof Promise) this.#watch(asked, this.#patienceMs)
    return asked
  }) as pg.Client['query']

  get #stream(): Duplex {
    return (this as unknown as { connection: { stream: Duplex } }).connection.stream
  }

  /** Those who wait for an answer, and the moment when none of them has had one for too long. */
  #waiting = 0
  #timer: NodeJS.Timeout | undefined

  #watch(asked: Promise<unknown>, patienceMs: number): void {
    const leave = () => this.#stream.destroy(new Error(`Postgres has not answered for ${patienceMs} ms`))
    const arm = () => {
      this.#timer = setTimeout(leave, patienceMs).unref()
    }
    const answered = () => {
      clearTimeout(this.#timer)
      if (--this.#waiting > 0) arm()
    }
    if (this.#waiting++ === 0) arm()
    asked.then(answered, answered)
  }
}

/** A connection shared by several users: giving it back does not close it for the others. */
class SharedClient extends OwnClient {
  release(): void {}
}

export type SharedPoolOptions = {
  config: OwnClientConfig
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
    const client = new SharedClient(config)
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
