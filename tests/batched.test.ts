import { setTimeout as sleepMs } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { prepareBatched } from '#db/batched.ts'
import type { Db } from '#db/index.ts'
import { connectReaders } from '#db/readers.ts'
import { recordStatements } from './load/recording.ts'
import { takeInfrastructure } from './support/infrastructure.ts'

let url: string
beforeAll(async () => {
  url = (await takeInfrastructure()).owner_url
})

function open(): Db {
  const db = connectReaders(url, { settings: {} })
  onTestFinished(() => db.destroy())
  return db
}

const types = { from: 'int', chosen: 'int[]', most: 'int' }
const chosen = prepareBatched(types, (_, asked: { from: number; chosen: number[]; most: number }) => {
  const { from, chosen, most } = asked
  return sql<{ one: number }>`select one from generate_series(1, 9) one
    where one >= ${from} and one = any(${chosen}) order by one desc limit ${most}`
})

test('twenty who ask at once are answered by a few statements, each with their own rows in their order', async () => {
  const db = open()
  const asked = Array.from({ length: 20 }, (_, n) => ({
    from: n % 7,
    chosen: [2, 5, 6, n],
    most: 1 + (n % 3),
  }))
  const answers: { one: number }[][] = []
  const statements = await recordStatements(async () => {
    answers.push(...(await Promise.all(asked.map((one) => chosen(db, one)))))
  })
  const expected = asked.map(({ from, chosen, most }) =>
    [9, 8, 7, 6, 5, 4, 3, 2, 1].filter((one) => one >= from && chosen.includes(one)).slice(0, most),
  )
  expect(answers).toEqual(expected.map((ones) => ones.map((one) => ({ one }))))
  expect(statements.length).toBeLessThanOrEqual(3)
})

test('who asks for nobody’s rows gets none, alone and with others', async () => {
  const db = open()
  const none = { from: 1, chosen: [], most: 5 }
  expect(await chosen(db, none)).toEqual([])
  expect(await Promise.all([none, { ...none, chosen: [3] }].map((one) => chosen(db, one)))).toEqual([
    [],
    [{ one: 3 }],
  ])
})

test('who asks while others are answered sees what was written meanwhile', async () => {
  const db = open()
  await sql`create table notes (note text)`.execute(db)
  const count = prepareBatched(
    { seconds: 'float8' },
    (_, { seconds }: { seconds: number }) => sql<{ found: number }>`
      select count(*)::int as found from notes, (select pg_sleep(${seconds})) slept`,
  )
  const ask = (seconds: number) => count(db, { seconds })
  const [first, second] = [ask(0.2), sleepMs(50).then(() => ask(0.2))]
  await sleepMs(100)
  await sql`insert into notes values ('written')`.execute(open())
  const late = [ask(0.2), ask(0.2)]
  const found = await Promise.all([first, second, ...late])
  expect(found).toEqual([0, 0, 1, 1].map((found) => [{ found }]))
})

test('one whose values are refused is refused alone, and a statement that fails fails for all', async () => {
  const db = open()
  const divide = prepareBatched(
    { by: 'int' },
    (_, { by }: { by: number }) => sql<{ share: number }>`select 12 / ${by}::int as share`,
  )
  const [three, zero, four] = await Promise.allSettled([3, 0, 4].map((by) => divide(db, { by })))
  expect([three, four]).toEqual([
    { status: 'fulfilled', value: [{ share: 4 }] },
    { status: 'fulfilled', value: [{ share: 3 }] },
  ])
  expect(zero).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } })
  const absent = prepareBatched(
    { id: 'int' },
    (_, { id }: { id: number }) => sql`select from nowhere where id = ${id}`,
  )
  const ends = await Promise.allSettled([1, 2].map((id) => absent(db, { id })))
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
