import pg from 'pg'

/** One SQL statement as sent to Postgres, with the settings of its connection. */
export type Statement = {
  /** Undefined if the statement is not prepared. */
  name: string | undefined
  text: string
  values: unknown[]
  settings: string
}

type Query = { name?: string; text: string; values?: unknown[] }

let recordedStatements: Statement[] | undefined
/** Settings that each connection made when it was opened. */
const settingsOf = new WeakMap<pg.Client, string>()
const { query } = pg.Client.prototype

// The method is replaced before any connection opens, because the pool stores the client's method when it connects.
pg.Client.prototype.query = function (this: pg.Client, first: string | Query, ...rest: unknown[]) {
  const { name, text, values }: Query =
    typeof first === 'string' ? { text: first, values: rest[0] as unknown[] } : first
  const settings = settingsOf.get(this) ?? ''
  if (/^set "/.test(text)) settingsOf.set(this, text)
  else if (text) recordedStatements?.push({ name, text, values: values ?? [], settings })
  return (query as (...args: unknown[]) => unknown).call(this, first, ...rest)
} as typeof query

/** Records every SQL statement that this process sends while `work` runs. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  recordedStatements = statements
  await work().finally(() => {
    recordedStatements = undefined
  })
  return statements
}
