import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from './tables.ts'

/**
 * Type of the database connection. Importing it from index.ts would be circular, because index.ts imports this file.
 */
type Db = Kysely<Database>

/** A placeholder in a compiled query. Each run of the query replaces the placeholder by a value. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Creates the placeholders by name. The same name always gives the same placeholder, because the code that builds a
 * query may compare two values.
 */
const createPlaceholders = () =>
  new Proxy<Record<string, Placeholder>>(
    {},
    {
      get: (createdValues, name: string) => {
        createdValues[name] ??= new Placeholder(name)
        return createdValues[name]
      },
    },
  )

/** A function that builds a query or a piece of SQL with Kysely, from the database and the query's values. */
type Build<Values, Row> = (db: Db, values: Values) => { compile(db: Db): CompiledQuery<Row> }

/** A prepared query: a function that runs the query with the given values and returns the rows. */
export type Prepared<Values, Row> = (db: Db, values: Values) => Promise<Row[]>

/** Names of prepared statements by their text. Each connection of Postgres keeps every named statement in memory. */
const names = new Map<string, string>()
/**
 * Largest number of names for queries with many shapes. The filters of a list combine to thousands of shapes, and each
 * named statement takes memory. The first shapes that are requested get names; the most frequent ones are among them.
 */
export const maxNames = 400

/** Name under which a connection sends a statement; undefined for a statement that is not prepared. */
export const nameOf = (text: string): string | undefined => names.get(text)

/**
 * Prepares a query that is built and compiled once, at its first run; each run only fills in its values. That saves the
 * time to build it, half a millisecond for a page of listings. Postgres parses and plans it once per connection, because
 * its text is sent by name (driver.ts). Only frequent queries are worth it; others are plain Kysely.
 *
 *     const userById = prepare((db, { id }: { id: number }) => db.selectFrom('users').selectAll().where('id', '=', id))
 *     const [user] = await userById(db, { id: 7 })
 *
 * @param build gets placeholders instead of values: it may pass them on as parameters, but not look at them
 * @param isShape true if requests combine many different texts of the query; then only the first texts get names
 */
export function prepare<Values extends Record<string, unknown>, Row>(
  build: Build<Values, Row>,
  { isShape: hasManyShapes = false } = {},
): Prepared<Values, Row> {
  let compiledQuery: CompiledQuery<Row> | undefined
  const compileQuery = (db: Db) => {
    const builtQuery = build(db, createPlaceholders() as Values).compile(db)
    const isNamed = !hasManyShapes || names.size < maxNames
    if (isNamed && !names.has(builtQuery.sql)) names.set(builtQuery.sql, `prepared_${names.size + 1}`)
    return builtQuery
  }
  return async (db, values) => {
    compiledQuery ??= compileQuery(db)
    const parameters = compiledQuery.parameters.map((one) =>
      one instanceof Placeholder ? values[one.name] : one,
    )
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiledQuery.sql, parameters))
    return rows
  }
}
