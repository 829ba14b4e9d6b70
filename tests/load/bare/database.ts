import pg from 'pg'

const { builtins } = pg.types
const isoTime = (text: string) => `${text.slice(0, -3).replace(' ', 'T')}Z`
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.TIMESTAMPTZ]: isoTime,
}
const types = {
  getTypeParser: (oid: number) => parsers[oid] ?? pg.types.getTypeParser(oid, 'text'),
} as pg.CustomTypesConfig

// biome-ignore lint/suspicious/noExplicitAny: rows are as wide as the hand that wrote their statement
export type Row = Record<string, any>
/** Runs an SQL statement. A statement with a name is parsed and planned only once per connection. */
export type RunQuery = (text: string, values: unknown[], name?: string) => Promise<Row[]>

export type Statement = { text: string; values?: unknown[]; name?: string }
/**
 * Sends several statements as one transaction without waiting between them.
 * @returns the rows of the last statement
 */
export type RunTogether = (statements: Statement[]) => Promise<Row[]>
type Database = { runQuery: RunQuery; runTogether: RunTogether; close(): Promise<void> }

/** Opens four connections that all requests share. Each sends statements before earlier ones are answered. */
export async function openDatabase(connectionString: string): Promise<Database> {
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString, types, pipeline: true })
      // If the server closes the connection, each pending query is rejected anyway. Without a handler, the `error`
      // event would end the process.
      client.on('error', () => {})
      await client.connect()
      return client
    }),
  )
  let nextIndex = 0
  const nextClient = () => {
    nextIndex = (nextIndex + 1) % clients.length
    return clients[nextIndex] as pg.Client
  }
  return {
    async runQuery(text, values, name) {
      return (await nextClient().query<Row>({ text, values, ...(name && { name }) })).rows
    },
    // All statements are queued in one synchronous step, so no other query comes between them.
    async runTogether(statements) {
      const client = nextClient()
      const allStatements = [{ text: 'begin' }, ...statements, { text: 'commit' }]
      const answers = await Promise.all(allStatements.map((one) => client.query<Row>(one)))
      return answers.at(-2)?.rows ?? []
    },
    async close() {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}
