import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** The same type as in index.ts, which imports this file. */
type Db = Kysely<Database>

/** The name of a value; it stands in a compiled query as a parameter until a run fills it in. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The same name is always the same placeholder: what is built may ask whether two values are one. */
const createPlaceholders = () =>
  new Proxy<Record<string, Placeholder>>(
    {},
    {
      get: (created, name: string) => {
        created[name] ??= new Placeholder(name)
        return created[name]
      },
    },
  )

/** Builds a query or a piece of SQL with Kysely. */
type Build<Values, Row> = (db: Db, values: Values) => { compile(db: Db): CompiledQuery<Row> }

/** Runs a query with values. */
export type Prepared<Values, Row> = (db: Db, values: Values) => Promise<Row[]>

/** Names by the text of their statement. Each connection of Postgres keeps every named statement in memory. */
const names = new Map<string, string>()
/**
 * Beyond this number of names a statement that is one of many shapes gets none: filters of a list combine to thousands.
 * The first shapes are named, which the most frequent requests are among.
 */
export const maxNames = 400

/** The name under which a connection sends a text, undefined for one that is not prepared. */
export const nameOf = (text: string): string | undefined => names.get(text)

/**
 * A query that is built and compiled once, at its first run; each run only fills in its values. That saves its building,
 * half a millisecond for a page of listings, and Postgres parses and plans it once per connection, because the text is
 * sent by name (driver.ts). Worth it for queries that are asked often; others are plain Kysely.
 *
 *     const userById = prepare((db, { id }: { id: number }) => db.selectFrom('users').selectAll().where('id', '=', id))
 *     const [user] = await userById(db, { id: 7 })
 *
 * @param build gets placeholders instead of values: it may pass them on as parameters, but not look at them
 * @param isShape true for one of many texts that requests combine; a statement of the code itself is always named
 */
export function prepare<Values extends Record<string, unknown>, Row>(
  build: Build<Values, Row>,
  { isShape = false } = {},
): Prepared<Values, Row> {
  let compiled: CompiledQuery<Row> | undefined
  const compile = (db: Db) => {
    const built = build(db, createPlaceholders() as Values).compile(db)
    const isNamed = !isShape || names.size < maxNames
    if (isNamed && !names.has(built.sql)) names.set(built.sql, `prepared_${names.size + 1}`)
    return built
  }
  return async (db, values) => {
    compiled ??= compile(db)
    const parameters = compiled.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, parameters))
    return rows
  }
}
