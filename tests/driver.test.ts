import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect, type Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { connectReaders } from '#db/readers.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

let url: string
beforeAll(async () => {
  url = (await takeInfrastructure()).database_url
})

const opened = (db: Db) => {
  onTestFinished(() => db.destroy())
  return db
}

test.each([
  ['of the pool', () => connect(url, { max: 1 })],
  ['that is shared', () => connectReaders(url, { max: 1, settings: {} })],
])('a connection %s lets the server parse a marked statement once', async (_, open) => {
  const db = opened(open())
  const currency = prepare((own, { id }: { id: number }) =>
    own.selectFrom('currencies').select('code').where('id', '=', id),
  )
  for (const id of [1, 1, 1]) expect(await currency(db, { id })).toEqual([{ code: 'RUB' }])
  await sql`select 'unmarked'`.execute(db)
  const { rows } = await sql<{ statement: string; runs: number }>`
    select statement, generic_plans + custom_plans as runs from pg_prepared_statements`.execute(db)
  expect(rows).toEqual([{ statement: expect.stringMatching(/^\/\* prepared \*\/ .+currencies/), runs: 3 }])
})

test('many ask over two shared connections, which stay open', async () => {
  const db = opened(connectReaders(url, { settings: {} }))
  const ask = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const first = await Promise.all(Array.from({ length: 20 }, ask))
  const later = await Promise.all([ask(), ask()])
  expect(new Set(first).size).toBe(2)
  expect(new Set(later)).toEqual(new Set(first))
})

/** The server behind a door that lets questions in at once and answers out only while it is open. */
async function doorTo(target: string) {
  const { hostname, port } = new URL(target)
  const heard: string[] = []
  let waiting: (() => void)[] | undefined
  const server = createServer((socket) => {
    const inner = dial(Number(port), hostname)
    socket.on('data', (data) => {
      heard.push(data.toString())
      inner.write(data)
    })
    inner.on('data', (data) => {
      const pass = () => void socket.write(data)
      waiting ? waiting.push(pass) : pass()
    })
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => {})
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = new URL(target)
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const shut = () => {
    waiting = []
  }
  const openUp = () => {
    for (const pass of waiting ?? []) pass()
    waiting = undefined
  }
  return { url: address.href, heard, shut, open: openUp }
}

test('a shared connection sends a question before those ahead of it are answered, and each gets its own answer', async () => {
  const door = await doorTo(url)
  const db = opened(connectReaders(door.url, { max: 1, settings: {} }))
  const ask = async (word: string) =>
    (await sql<{ word: string }>`select ${word}::text as word`.execute(db)).rows[0]?.word
  await ask('awake')
  door.shut()
  const answers = Promise.all(['first', 'second', 'third'].map(ask))
  await expect.poll(() => door.heard.join('')).toMatch(/first.*second.*third/s)
  door.open()
  expect(await answers).toEqual(['first', 'second', 'third'])
})

test.each([
  ['of the pool', (address: string) => connect(address, { max: 1, patienceMs: 300 })],
  ['that is shared', (address: string) => connectReaders(address, { max: 1, patienceMs: 300, settings: {} })],
])('a connection %s whose server hangs is left, and the next question finds a new one', async (_, open) => {
  const door = await doorTo(url)
  const db = opened(open(door.url))
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(db)
  await ask()
  door.shut()
  const asked = performance.now()
  await expect(Promise.all([ask(), ask()])).rejects.toThrow()
  expect(performance.now() - asked).toBeLessThan(2000)
  door.open()
  expect((await ask()).rows).toEqual([{ one: 1 }])
})

test('whoever waits behind others on a shared connection is waited for, while any of them is answered', async () => {
  const db = opened(connectReaders(url, { max: 1, patienceMs: 1000, settings: {} }))
  const asked = Array.from({ length: 4 }, () => sql`select pg_sleep(0.4)`.execute(db))
  expect(await Promise.all(asked)).toHaveLength(4)
})
