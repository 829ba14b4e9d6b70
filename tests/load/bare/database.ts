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
/** Runs a statement. A named one is parsed and planned once per connection. */
export type RunQuery = (text: string, values: unknown[], name?: string) => Promise<Row[]>

export type Statement = { text: string; values?: unknown[]; name?: string }
/** Runs statements as one transaction, pipelined. @returns the rows of the last one */
export type RunTogether = (statements: Statement[]) => Promise<Row[]>
type Database = { runQuery: RunQuery; runTogether: RunTogether; close(): Promise<void> }

/** Four shared connections with pipelining: statements are sent before earlier ones are answered. */
export async function openDatabase(connectionString: string): Promise<Database> {
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString, types, pipeline: true })
      // If the server closes, each pending query is rejected by itself; the event needs a handler.
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
    // No other query can interleave: all statements are queued synchronously.
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
