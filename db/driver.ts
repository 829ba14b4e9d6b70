import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { PostgresPool } from 'kysely'
import pg from 'pg'

/**
 * Where we go past what Kysely does with `pg` by itself, because pages of listings are asked for most: their
 * statements have names, so that the server parses and plans them once, and a few connections serve everybody at
 * once; a transaction begins on the way of its first question, which may have others right behind it; and a server that
 * hangs is left after a while. All rest on what neither library promises for ever, and tests/driver.test.ts fails when
 * it changes:
 * - Kysely asks a client by `query(text, values)`, and does nothing to it when it gives it back but `release()`;
 * - Kysely begins and ends a transaction by these very words, and hands on what it gets as rows;
 * - `pg` lets the server parse a statement with a name once per connection;
 * - `pg` with `pipeline` sends a question before those ahead of it are answered, and gives each its own answer;
 * - `pg` keeps its socket in `connection.stream`, and refuses all who wait when that breaks.
 */

/** Statements that begin so are prepared once per connection. */
export const preparedMark = '/* prepared */'

/**
 * Asks for several questions at once; they stand in place of its values, and their rows in place of its rows. With the
 * second of these their transaction is committed right behind them.
 */
export const inTurnMark = '/* in turn */'
export const inTurnToEndMark = '/* in turn, and commit */'
export type Question = { sql: string; parameters: readonly unknown[] }

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
  /** A transaction that was asked for and has had no question yet. */
  #isToBegin = false
  /** How a transaction has ended of which Kysely does not know it yet. */
  #ended: 'COMMIT' | 'ROLLBACK' | undefined

  constructor(config: OwnClientConfig = {}) {
    super({ ...config, pipeline: !config.isPooled })
    this.#patienceMs = config.patienceMs
    this.#isPooled = config.isPooled ?? false
  }

  override query = ((text: unknown, ...rest: unknown[]) => {
    const isEnd = text === 'commit' || text === 'rollback'
    if (this.#ended) return this.#tellEnd(isEnd)
    if (text === inTurnMark || text === inTurnToEndMark)
      return this.#askInTurn(rest[0] as Question[], text === inTurnToEndMark)
    // A pooler may be of those that do not take a second question before they have answered the first.
    if (this.#isPooled) return this.#ask(text, rest)
    if (text === 'begin') {
      this.#isToBegin = true
      return Promise.resolve({ command: 'BEGIN', rows: [] })
    }
    if (!this.#isToBegin) return this.#ask(text, rest)
    this.#isToBegin = false
    if (isEnd) return Promise.resolve({ command: text.toUpperCase(), rows: [] })
    return this.#together(() => [this.#ask('begin', []), this.#ask(text, rest)]).then(([, answer]) => answer)
  }) as pg.Client['query']

  #tellEnd(isEnd: boolean) {
    const command = this.#ended
    this.#ended = undefined
    if (isEnd) return Promise.resolve({ command, rows: [] })
    return Promise.reject(new Error('a transaction was asked more than it had said'))
  }

  #ask(text: unknown, rest: unknown[]): unknown {
    const ask = super.query.bind(this) as (...args: unknown[]) => unknown
    const asked =
      typeof text === 'string' && text.startsWith(preparedMark) && !this.#isPooled
        ? ask({ name: nameOf(text), text, values: rest[0] })
        : ask(text, ...rest)
    if (this.#patienceMs !== undefined && asked instanceof Promise) this.#watch(asked, this.#patienceMs)
    return asked
  }

  /** Each sees what those before it have done and waited for: it is a statement of its own. */
  async #askInTurn(questions: Question[], isToEnd: boolean) {
    const ask = ({ sql, parameters }: Question) => this.query(sql, [...parameters])
    const answers: pg.QueryResult[] = []
    if (this.#isPooled) for (const question of questions) answers.push(await ask(question))
    else {
      const asked = this.#together(() => [
        ...questions.map(ask),
        ...(isToEnd ? [this.#ask('commit', [])] : []),
      ])
      if (isToEnd) this.#ended = 'ROLLBACK'
      answers.push(...((await asked) as pg.QueryResult[]))
      if (isToEnd) this.#ended = 'COMMIT'
    }
    return { command: 'SELECT', rows: answers.slice(0, questions.length).map(({ rows }) => rows) }
  }

  /** Sends what is asked meanwhile in one piece. @throws as the first that failed: those behind it only say that one has */
  async #together(ask: () => unknown[]): Promise<unknown[]> {
    this.#stream.cork()
    const asked = ask()
    this.#stream.uncork()
    const ended = await Promise.allSettled(asked)
    return ended.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
  }

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
