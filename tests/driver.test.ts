import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect, type Db } from '#db/index.ts'
import { inTurn, inTurnToEnd, prepare, together } from '#db/prepared.ts'
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

test('several prepared questions go as one, each with its own values, and each has its own rows', async () => {
  const db = opened(connect(url, { max: 1 }))
  const currency = prepare((own, { id }: { id: number }) =>
    own.selectFrom('currencies').select('code').where('id', '=', id),
  )
  const sum = prepare(
    (_, { id, more }: { id: number; more: number[] }) => sql<{ sum: number }>`
      select ${id}::int + one as sum from unnest(${more}::int[]) one`,
  )
  const both = together({ currency, sum })
  for (const more of [[1, 2], []]) {
    const found = await both(db, { currency: { id: 1 }, sum: { id: 40, more } })
    expect(found).toEqual({ currency: [{ code: 'RUB' }], sum: more.map((one) => ({ sum: 40 + one })) })
  }
  expect(await both(db, { currency: { id: 99 }, sum: { id: 0, more: [] } })).toEqual({
    currency: [],
    sum: [],
  })
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

const word = prepare((_, { said }: { said: string }) => sql<{ said: string }>`select ${said}::text as said`)
const both = together({ word })

test('a transaction begins on the way of its first questions, which go in one piece', async () => {
  const door = await doorTo(url)
  const db = opened(connect(door.url, { max: 1 }))
  await word(db, { said: 'awake' })
  await db.transaction().execute(async () => {})
  expect(door.heard.join('')).not.toContain('begin')
  const said = await db
    .transaction()
    .execute((tx) => inTurn(tx, word.of({ said: 'first' }), both.of({ word: { said: 'second' } })))
  expect(said).toEqual([[{ said: 'first' }], { word: [{ said: 'second' }] }])
  expect(door.heard.filter((piece) => /begin|first|second/.test(piece))).toEqual([
    expect.stringMatching(/begin.*first.*second/s),
  ])
  const { rows } = await sql<{
    state: string
  }>`select state from pg_stat_activity where pid = pg_backend_pid()`.execute(db)
  expect(rows).toEqual([{ state: 'active' }])
})

test.each([
  ['', {}],
  [' through a pooler', { isPooled: true }],
])(
  'what is asked in turn%s sees what those before it have waited for, and fails with them',
  async (_, more) => {
    const db = opened(connect(url, { max: 2, ...more }))
    const lock = prepare(
      (_db, { id }: { id: number }) => sql<object>`select from currencies where id = ${id} for update`,
    )
    const names = prepare((own, { id }: { id: number }) =>
      own.selectFrom('currencies').select('symbol').where('id', '=', id),
    )
    const [{ symbol: before } = { symbol: '' }] = await names(db, { id: 1 })
    onTestFinished(
      async () =>
        void (await db.updateTable('currencies').set({ symbol: before }).where('id', '=', 1).execute()),
    )
    const changed = Promise.withResolvers<void>()
    const other = db.transaction().execute(async (tx) => {
      await tx.updateTable('currencies').set({ symbol: 'new' }).where('id', '=', 1).execute()
      changed.resolve()
      await new Promise((end) => setTimeout(end, 200))
    })
    await changed.promise
    const seen = await db.transaction().execute((tx) => inTurn(tx, lock.of({ id: 1 }), names.of({ id: 1 })))
    await other
    expect(seen[1]).toEqual([{ symbol: 'new' }])
    const fails = prepare((_db, { by }: { by: number }) => sql<object>`select 1 / ${by}::int`)
    const failed = db.transaction().execute((tx) => inTurn(tx, fails.of({ by: 0 }), names.of({ id: 1 })))
    await expect(failed).rejects.toThrow('division by zero')
    expect(await names(db, { id: 1 })).toEqual([{ symbol: 'new' }])
  },
)

test.each([
  ['', {}],
  [' through a pooler', { isPooled: true }],
])('a transaction%s ends with its last questions, for good where they fail', async (_, more) => {
  const db = opened(connect(url, { max: 1, ...more }))
  const id = 30_000 + Math.floor(Math.random() * 2000)
  onTestFinished(async () => void (await db.deleteFrom('currencies').where('id', '=', id).execute()))
  const add = prepare(
    (_db, { by }: { by: number }) => sql<{ id: number }>`
      insert into currencies (id, code, symbol, names, rate_date, rate_to_base)
      values (${sql.lit(id)}, ${sql.lit(`T${id}`)}, 'T', '{"ru": "T", "en": "T"}', current_date, 1 / ${by}::int) returning id`,
  )
  const count = prepare((own) => own.selectFrom('currencies').select('id').where('id', '=', id))
  const last = (by: number) => db.transaction().execute((tx) => inTurnToEnd(tx, add.of({ by }), count.of({})))
  await expect(last(0)).rejects.toThrow('division by zero')
  expect(await count(db, {})).toEqual([])
  expect(await last(1)).toEqual([[{ id }], [{ id }]])
  expect(await count(db, {})).toEqual([{ id }])
})

test('what is asked after the last questions of a transaction is refused', async () => {
  const db = opened(connect(url, { max: 1 }))
  const more = db.transaction().execute(async (tx) => {
    await inTurnToEnd(tx, word.of({ said: 'last' }))
    await word(tx, { said: 'more' })
  })
  await expect(more).rejects.toThrow('asked more')
  expect(await word(db, { said: 'anew' })).toEqual([{ said: 'anew' }])
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
