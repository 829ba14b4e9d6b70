import { CompiledQuery } from 'kysely'
import { preparedMark } from './driver.ts'
import type { Db } from './index.ts'

/** Stands in the compiled query where a value comes on every run. */
type Mark = { markOf: string }

function isMark(value: unknown): value is Mark {
  return typeof value === 'object' && value !== null && 'markOf' in value
}

/** What Kysely builds: a query, or a piece of SQL. */
type Built<Row> = { compile(db: Db): CompiledQuery<Row> }

export type Build<Values, Row> = (db: Db, values: Values) => Built<Row>

/** Runs with values; `build` is what it was made from. */
export type Prepared<Values, Row> = {
  (db: Db, values: Values): Promise<Row[]>
  build: Build<Values, Row>
}

/** A value has one mark: what is built may ask whether two are the same. */
const createMarks = () =>
  new Proxy<Record<string, Mark>>(
    {},
    {
      get: (made, name: string) => {
        made[name] ??= { markOf: name }
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
  let compiled: { text: string; parameters: readonly unknown[] } | undefined
  const run = async (db: Db, values: Values): Promise<Row[]> => {
    if (!compiled) {
      const { sql, parameters } = build(db, createMarks() as Values).compile(db)
      compiled = { text: `${preparedMark} ${sql}`, parameters }
    }
    const filled = compiled.parameters.map((one) => (isMark(one) ? values[one.markOf] : one))
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.text, filled))
    return rows
  }
  return Object.assign(run, { build })
}
