import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { preparedMark } from './driver.ts'
import type { Db } from './index.ts'

/** Stands in the compiled query where a value comes on every run. */
type Mark = { markOf: string }

function isMark(value: unknown): value is Mark {
  return typeof value === 'object' && value !== null && 'markOf' in value
}

/** What Kysely builds: a query, or a piece of SQL. */
type Built<Row> = { compile(db: Db): CompiledQuery<Row> }

type Build<Values, Row> = (db: Db, values: Values) => Built<Row>

/** Runs with values; `build` is what it was made from. */
export type Prepared<Values, Row> = { (db: Db, values: Values): Promise<Row[]>; build: Build<Values, Row> }

/** A value has one mark: what is built may ask whether two are the same. */
const marksOf = (prefix = '') =>
  new Proxy<Record<string, Mark>>(
    {},
    {
      get: (made, name: string) => {
        made[name] ??= { markOf: `${prefix}${name}` }
        return made[name]
      },
    },
  )

/**
 * A query built and compiled once: each run only fills in its values and sends the text by name, which spares the
 * building (half a millisecond for a page of listings) and, on the server, the parsing and planning.
 * `build` gets marks instead of values: it may pass them on as parameters, not look at them.
 */
export function prepare<Values extends Record<string, unknown>, Row>(
  build: Build<Values, Row>,
): Prepared<Values, Row> {
  let compiled: Pick<CompiledQuery, 'sql' | 'parameters'> | undefined
  const run = async (db: Db, values: Values) => {
    if (!compiled) {
      const { sql, parameters } = build(db, marksOf() as Values).compile(db)
      compiled = { sql: `${preparedMark} ${sql}`, parameters }
    }
    const parameters = compiled.parameters.map((value) => (isMark(value) ? values[value.markOf] : value))
    const { rows } = await db.executeQuery(CompiledQuery.raw(compiled.sql, parameters))
    return rows as Row[]
  }
  return Object.assign(run, { build })
}

// biome-ignore lint/suspicious/noExplicitAny: each part has values and rows of its own.
type Parts = Record<string, Prepared<any, any>>
type ValuesOf<P extends Parts> = { [Name in keyof P]: Parameters<P[Name]>[1] }
type RowsOf<P extends Parts> = { [Name in keyof P]: Awaited<ReturnType<P[Name]>> }

/**
 * Several prepared questions as one, which costs one way to the server instead of one each. Their rows come as JSON, in
 * which times are written another way than in columns: for numbers, words and flags.
 */
export function together<P extends Parts>(parts: P): (db: Db, values: ValuesOf<P>) => Promise<RowsOf<P>> {
  const ask = prepare<Record<string, unknown>, RowsOf<P>>((db) => {
    const columns = Object.entries(parts).map(([name, { build }]) => {
      const query = build(db, marksOf(`${name}.`)) as unknown as RawBuilder<unknown>
      return sql`(select coalesce(json_agg(part), '[]') from (${query}) part) as ${sql.ref(name)}`
    })
    return sql<RowsOf<P>>`select ${sql.join(columns)}`
  })
  return async (db, values) => {
    const named = Object.entries(values).flatMap(([part, own]) =>
      Object.entries(own as object).map(([name, value]) => [`${part}.${name}`, value]),
    )
    const [row] = await ask(db, Object.fromEntries(named))
    return row as RowsOf<P>
  }
}
