import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { inTurnMark, inTurnToEndMark, preparedMark, type Question } from './driver.ts'
import type { Db, Tx } from './index.ts'

/** Stands in the compiled query where a value comes on every run. */
type Mark = { markOf: string }

function isMark(value: unknown): value is Mark {
  return typeof value === 'object' && value !== null && 'markOf' in value
}

/** What Kysely builds: a query, or a piece of SQL. */
type Built<Row> = { compile(db: Db): CompiledQuery<Row> }

export type Build<Values, Row> = (db: Db, values: Values) => Built<Row>

/** A question with its values, and what its rows say. */
type Asked<Answer> = { fill(db: Db): Question; read(rows: unknown[]): Answer }

/** Runs with values; `of` is the same to be asked `inTurn`, and `build` what it was made from. */
export type Prepared<Values, Row> = {
  (db: Db, values: Values): Promise<Row[]>
  of(values: Values): Asked<Row[]>
  build: Build<Values, Row>
}

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
  let compiled: Question | undefined
  const fill = (db: Db, values: Values): Question => {
    if (!compiled) {
      const { sql, parameters } = build(db, marksOf() as Values).compile(db)
      compiled = { sql: `${preparedMark} ${sql}`, parameters }
    }
    const { sql, parameters } = compiled
    return { sql, parameters: parameters.map((value) => (isMark(value) ? values[value.markOf] : value)) }
  }
  const run = async (db: Db, values: Values) => {
    const { sql, parameters } = fill(db, values)
    const { rows } = await db.executeQuery(CompiledQuery.raw(sql, [...parameters]))
    return rows as Row[]
  }
  const of = (values: Values) => ({
    fill: (db: Db) => fill(db, values),
    read: (rows: unknown[]) => rows as Row[],
  })
  return Object.assign(run, { of, build })
}

type AskedEach<Answers extends unknown[]> = { [At in keyof Answers]: Asked<Answers[At]> }

async function askEach<Answers extends unknown[]>(
  tx: Tx,
  mark: string,
  asked: AskedEach<Answers>,
): Promise<Answers> {
  const questions = asked.map((one) => one.fill(tx))
  const { rows } = await tx.executeQuery(CompiledQuery.raw(mark, questions))
  return asked.map((one, at) => one.read(rows[at] as unknown[])) as Answers
}

/**
 * Asks one right behind the other in a transaction, which costs one way to the server; each is a statement of its own
 * and sees what those before it have waited for.
 */
export const inTurn = <Answers extends unknown[]>(tx: Tx, ...asked: AskedEach<Answers>) =>
  askEach(tx, inTurnMark, asked)

/** The last questions of a transaction, which is committed on their way: it may ask nothing more. */
export const inTurnToEnd = <Answers extends unknown[]>(tx: Tx, ...asked: AskedEach<Answers>) =>
  askEach(tx, inTurnToEndMark, asked)

// biome-ignore lint/suspicious/noExplicitAny: each part has values and rows of its own.
type Parts = Record<string, Prepared<any, any>>
type ValuesOf<P extends Parts> = { [Name in keyof P]: Parameters<P[Name]>[1] }
type RowsOf<P extends Parts> = { [Name in keyof P]: Awaited<ReturnType<P[Name]>> }

/**
 * Several prepared questions as one, which costs one way to the server instead of one each. Their rows come as JSON, in
 * which times are written another way than in columns: for numbers, words and flags.
 */
export function together<P extends Parts>(parts: P) {
  const ask = prepare<Record<string, unknown>, RowsOf<P>>((db) => {
    const columns = Object.entries(parts).map(([name, { build }]) => {
      const query = build(db, marksOf(`${name}.`)) as unknown as RawBuilder<unknown>
      return sql`(select coalesce(json_agg(part), '[]') from (${query}) part) as ${sql.ref(name)}`
    })
    return sql<RowsOf<P>>`select ${sql.join(columns)}`
  })
  const named = (values: ValuesOf<P>) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([part, own]) =>
        Object.entries(own as object).map(([name, value]) => [`${part}.${name}`, value]),
      ),
    )
  const run = async (db: Db, values: ValuesOf<P>) => (await ask(db, named(values)))[0] as RowsOf<P>
  const of = (values: ValuesOf<P>): Asked<RowsOf<P>> => ({
    ...ask.of(named(values)),
    read: ([row]) => row as RowsOf<P>,
  })
  return Object.assign(run, { of })
}
