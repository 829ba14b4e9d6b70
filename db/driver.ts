import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { nameOf } from './prepared.ts'

/**
 * Pools of connections for Kysely. They implement Kysely's interfaces `PostgresPool` and `PostgresPoolClient` with `pg`
 * and add three things:
 *
 * - Names. A statement of `prepare` (prepared.ts) is sent by name, so that Postgres parses and plans it once per
 *   connection. Without names the usual mix of requests costs 2.2 times as much CPU. Behind a pooler of transactions
 *   statements have no names: each transaction may run in another session, which does not know them.
 * - Timeouts. `query_timeout` of `pg` refuses a query after some time, but its connection goes on waiting for the answer.
 *   So the connection is closed, and the next query opens a new one.
 * - Sharing. Lists are read over a few connections that serve everybody at once. `pipeline` of `pg` sends a query before
 *   earlier queries are answered, which saves client and server a wake-up per query: without it the mix of requests
 *   costs 1.1 to 1.25 times as much. A shared connection has no transactions.
 */

export type DriverConfig = pg.ClientConfig & {
  /** True if the URL leads to a transaction pooler such as PgBouncer. */
  isPooled?: boolean | undefined
}

type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>
/**
 * Kysely's interface for connections also has queries by cursor. They are left out, because nothing in the product uses
 * them.
 */
const createConnection = (query: Query, release: (isBroken?: boolean) => void) =>
  ({ query, release }) as unknown as PostgresPoolClient

/** @param onFailure called with an error that did not come from Postgres as an answer, so the connection has failed */
function sendNamed(
  client: pg.ClientBase,
  statementNameOf: typeof nameOf,
  onFailure: (error: Error) => void,
): Query {
  return (text, values) =>
    client.query({ name: statementNameOf(text), text, values }).catch((error) => {
      if (!(error instanceof pg.DatabaseError)) onFailure(error)
      throw error
    })
}

/** Creates a pool for Kysely in which each connection serves one user at a time. */
export function namedPool(pool: pg.Pool, { isPooled }: DriverConfig): PostgresPool {
  const findName = isPooled ? () => undefined : nameOf
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      let failure: Error | undefined
      const send = sendNamed(client, findName, (error) => {
        failure = error
      })
      const query: Query = (text, values) => (failure ? Promise.reject(failure) : send(text, values))
      return createConnection(query, (isBroken) => client.release(isBroken || failure !== undefined))
    },
  }
}

type SharedConnection = { connection: PostgresPoolClient; end(): Promise<void> }
export type SharedPoolOptions = {
  /** Largest number of connections. */
  max: number
  /** SQL statements that each new connection runs first. */
  initialStatements: string
  onError: (error: Error) => void
}

/**
 * Creates a pool for Kysely whose connections are shared. Each request for a connection gets the next one of the pool,
 * even if others are using it.
 */
export function sharedPool(
  config: DriverConfig,
  { max, initialStatements, onError }: SharedPoolOptions,
): PostgresPool {
  const connections: (Promise<SharedConnection> | undefined)[] = []
  let nextIndex = 0
  const openConnection = (index: number): Promise<SharedConnection> => {
    const client = new pg.Client({ ...config, pipeline: true })
    const dropConnection = (error: Error) => {
      if (connections[index] !== pendingClient) return
      connections[index] = undefined
      onError(error)
      void client.end()
    }
    const pendingClient = client.connect().then(async () => {
      await client.query(initialStatements)
      const connection = createConnection(sendNamed(client, nameOf, dropConnection), () => {})
      return { connection, end: () => client.end() }
    })
    client.on('error', dropConnection).on('end', () => dropConnection(new Error('the connection has ended')))
    pendingClient.catch(dropConnection)
    return pendingClient
  }
  return {
    options: config,
    async end() {
      await Promise.allSettled(
        connections.splice(0).map(async (pendingClient) => (await pendingClient)?.end()),
      )
    },
    async connect() {
      nextIndex = (nextIndex + 1) % max
      connections[nextIndex] ??= openConnection(nextIndex)
      return ((await connections[nextIndex]) as SharedConnection).connection
    },
  }
}
