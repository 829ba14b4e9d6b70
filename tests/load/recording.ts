import pg from 'pg'

/** One statement as it reached Postgres, with the settings of its connection. */
export type Statement = {
  /** Undefined for one that is not prepared. */
  name: string | undefined
  text: string
  values: unknown[]
  settings: string
}

type Query = { name?: string; text: string; values?: unknown[] }

let noted: Statement[] | undefined
/** What a connection set for itself when it was opened. */
const settingsOf = new WeakMap<pg.Client, string>()
const { query } = pg.Client.prototype

// Before any connection opens: the pool keeps the function that a client had when it connected.
pg.Client.prototype.query = function (this: pg.Client, first: string | Query, ...rest: unknown[]) {
  const { name, text, values }: Query =
    typeof first === 'string' ? { text: first, values: rest[0] as unknown[] } : first
  const settings = settingsOf.get(this) ?? ''
  if (/^set "/.test(text)) settingsOf.set(this, text)
  else if (text) noted?.push({ name, text, values: values ?? [], settings })
  return (query as (...args: unknown[]) => unknown).call(this, first, ...rest)
} as typeof query

/** Notes every statement that this process sends while `work` runs. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = []
  noted = statements
  await work().finally(() => {
    noted = undefined
  })
  return statements
}
