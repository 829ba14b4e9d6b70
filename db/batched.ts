import DataLoader from 'dataloader'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Db } from './index.ts'
import { type Build, prepare } from './prepared.ts'

/**
 * How many of a kind are under way at once: as many as readers have connections. A statement costs the server as much
 * for its plan as for the rows that it finds, so whoever asks the same meanwhile waits for their turn and goes together
 * with the others: the more is asked, the less each question costs.
 */
const underWay = 2
/** At most so many go together: they are answered one after another, and nobody is to wait for long. */
const mostTogether = 16

/** Postgres's type of each value, e.g. `{ viewer_id: 'int', ids: 'int[]' }`; lists are of numbers alone. */
type Types<Values> = { [Name in keyof Values]: string }
/** Asks with values; `build` is what it was made from. */
type Batched<Values, Row> = {
  (db: Db, values: Values): Promise<Row[]>
  build: Build<Values, Row>
}

/** Postgres refuses values, and not the statement: a number that is too long, a date that does not exist. */
const isOfValues = (error: unknown) => error instanceof pg.DatabaseError && /^22/.test(error.code ?? '')

/**
 * A prepared question that is asked for several at once where several wait. Nobody gets an answer that was begun before
 * they asked, and nobody is refused for the values of another.
 */
export function prepareBatched<Values extends Record<string, unknown>, Row extends object>(
  types: Types<Values>,
  build: Build<Values, Row>,
): Batched<Values, Row> {
  const askAlone = prepare(build)
  const askTogether = together(types, build)
  const loaders = new WeakMap<Db, DataLoader<Values, Row[]>>()
  const openLoader = (db: Db) => {
    const turns = openTurns()
    const eachAlone = (asked: readonly Values[]) =>
      Promise.all(asked.map((values) => askAlone(db, values).catch((error: Error) => error)))
    const answer = (asked: readonly Values[]) => {
      if (asked.length === 1) return eachAlone(asked)
      return askTogether(db, asked).catch((error) => {
        if (isOfValues(error)) return eachAlone(asked)
        throw error
      })
    }
    const loader = new DataLoader<Values, Row[]>((asked) => answer(asked).finally(turns.leave), {
      ...{ cache: false, maxBatchSize: mostTogether, batchScheduleFn: turns.enter },
    })
    loaders.set(db, loader)
    return loader
  }
  const ask = (db: Db, values: Values) => (loaders.get(db) ?? openLoader(db)).load(values)
  return Object.assign(ask, { build })
}

/** Who enters goes on with this turn of the event loop while few are under way, and else when one of them leaves. */
function openTurns() {
  const waiting: (() => void)[] = []
  let free = underWay
  return {
    enter(go: () => void) {
      if (free === 0) return void waiting.push(go)
      free--
      // Whatever else this turn of the event loop brings goes along.
      setImmediate(go)
    },
    leave() {
      const next = waiting.shift()
      if (next) setImmediate(next)
      else free++
    },
  }
}

/** The question for each row of values: a column of values for each name, and the number of the row in front of its answers. */
function together<Values extends Record<string, unknown>, Row extends object>(
  types: Types<Values>,
  build: Build<Values, Row>,
) {
  const columns = Object.entries<string>(types).map(([name, type]) => ({ name, ...columnOf(type) }))
  const standing = Object.fromEntries(columns.map(({ name, read }) => [name, read(sql.ref(`asked.${name}`))]))
  const ask = prepare<Record<string, unknown[]>, { asked_as: number }>((db, lists) => {
    const question = build(db, standing as Values) as unknown as RawBuilder<Row>
    const text = question.compile(db).sql
    const named = columns.filter(({ name }) => text.includes(`"asked"."${name}"`))
    const [values, names] = [
      named.map(({ name, type }) => sql`${lists[name]}::${sql.raw(type)}[]`),
      named.map(({ name }) => sql.id(name)),
    ]
    // Without an end of its own Postgres might take the question apart, and plan it as if it was for the whole market.
    return sql`select asked.number::int as asked_as, answer.* from unnest(${sql.join(values)})
        with ordinality asked (${sql.join(names)}, number),
      lateral (select * from (${question}) whole offset 0) answer`
  })
  return async (db: Db, asked: readonly Values[]): Promise<Row[][]> => {
    const lists = columns.map(({ name, write }) => [name, asked.map((values) => write(values[name]))])
    const answers: Row[][] = asked.map(() => [])
    for (const { asked_as, ...row } of await ask(db, Object.fromEntries(lists)))
      answers[asked_as - 1]?.push(row as Row)
    return answers
  }
}

/** How values of a type go into a column and are read there: lists go as text, since Postgres would make one of several. */
function columnOf(type: string) {
  const asIs = <One>(one: One) => one
  if (!type.endsWith('[]')) return { type, write: asIs<unknown>, read: asIs<RawBuilder<unknown>> }
  return {
    type: 'text',
    write: (list: unknown) => `{${(list as number[]).join()}}`,
    read: (column: RawBuilder<unknown>) => sql`${column}::${sql.raw(type)}`,
  }
}
