import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { connect, connectReaders, type Db } from '#db/index.ts'
import { prepare } from '#db/prepared.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'

let url: string
beforeAll(async () => {
  url = (await takeInfrastructure()).database_url
})

const closeAtEnd = (db: Db) => {
  onTestFinished(() => db.destroy())
  return db
}

const kinds = [
  ['of the pool', (to: string, patienceMs?: number) => connect(to, { max: 1, queryTimeoutMs: patienceMs })],
  [
    'that is shared',
    (to: string, patienceMs?: number) =>
      connectReaders(to, { max: 1, queryTimeoutMs: patienceMs, settings: {} }),
  ],
] as const

const pidOf = async (db: Db) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

test.each(kinds)(
  'a connection %s has a prepared statement parsed once, and no other by name',
  async (_, openDb) => {
    const db = closeAtEnd(openDb(url))
    const currency = prepare((ownDb, { id }: { id: number }) =>
      ownDb.selectFrom('currencies').select('code').where('id', '=', id),
    )
    for (const id of [1, 1, 1]) expect(await currency(db, { id })).toEqual([{ code: 'RUB' }])
    await sql`select 'without a name'`.execute(db)
    const { rows } = await sql<{ statement: string; runs: number }>`
    select statement, generic_plans + custom_plans as runs from pg_prepared_statements`.execute(db)
    expect(rows).toEqual([{ statement: expect.stringContaining('from "currencies"'), runs: 3 }])
  },
)

test.each(kinds)('a connection %s goes on after a statement that Postgres refuses', async (_, openDb) => {
  const db = closeAtEnd(openDb(url))
  const divideTwelve = prepare(
    (_db, { by }: { by: number }) => sql<{ share: number }>`select 12 / ${by}::int as share`,
  )
  const pid = await pidOf(db)
  await expect(divideTwelve(db, { by: 0 })).rejects.toMatchObject({
    code: '22012',
    message: 'division by zero',
  })
  await expect(sql`select from nowhere`.execute(db)).rejects.toMatchObject({ code: '42P01' })
  expect(await divideTwelve(db, { by: 3 })).toEqual([{ share: 4 }])
  expect(await pidOf(db)).toBe(pid)
})

test('many ask over two shared connections, which stay open', async () => {
  const db = closeAtEnd(connectReaders(url, { settings: {} }))
  const first = await Promise.all(Array.from({ length: 20 }, () => pidOf(db)))
  const laterPids = await Promise.all([pidOf(db), pidOf(db)])
  expect(new Set(first).size).toBe(2)
  expect(new Set(laterPids)).toEqual(new Set(first))
})

/** Opens a proxy to Postgres that forwards requests at once and delays answers until the test releases them. */
async function openProxy(target: string) {
  const { hostname, port } = new URL(target)
  const receivedStatements: string[] = []
  let releases: (() => void)[] | undefined
  const server = createServer((socket) => {
    const innerSocket = dial(Number(port), hostname)
    socket.on('data', (data) => {
      receivedStatements.push(data.toString())
      innerSocket.write(data)
    })
    innerSocket.on('data', (data) => {
      const passOn = () => void socket.write(data)
      releases ? releases.push(passOn) : passOn()
    })
    for (const [side, otherSide] of [
      [socket, innerSocket],
      [innerSocket, socket],
    ] as const)
      side.on('close', () => otherSide.destroy()).on('error', () => {})
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = new URL(target)
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const holdAnswers = () => {
    releases = []
  }
  const releaseAnswers = () => {
    for (const passOn of releases ?? []) passOn()
    releases = undefined
  }
  return { url: address.href, received: receivedStatements, holdAnswers, release: releaseAnswers }
}

test('a shared connection sends a question before those ahead of it are answered, and each gets its own answer', async () => {
  const proxy = await openProxy(url)
  const db = closeAtEnd(connectReaders(proxy.url, { max: 1, settings: {} }))
  const echo = async (word: string) =>
    (await sql<{ word: string }>`select ${word}::text as word`.execute(db)).rows[0]?.word
  await echo('awake')
  proxy.holdAnswers()
  const answers = Promise.all(['first', 'second', 'third'].map(echo))
  await expect.poll(() => proxy.received.join('')).toMatch(/first.*second.*third/s)
  proxy.release()
  expect(await answers).toEqual(['first', 'second', 'third'])
})

test.each(kinds)(
  'a connection %s whose server hangs is left, and the next question finds a new one',
  async (_, openDb) => {
    const proxy = await openProxy(url)
    const db = closeAtEnd(openDb(proxy.url, 300))
    const selectOne = () => sql<{ one: number }>`select 1 as one`.execute(db)
    await selectOne()
    proxy.holdAnswers()
    const startedAt = performance.now()
    const ends = await Promise.allSettled([selectOne(), selectOne()])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(performance.now() - startedAt).toBeLessThan(2000)
    proxy.release()
    expect((await selectOne()).rows).toEqual([{ one: 1 }])
  },
)

test.each(kinds)('an answer that comes too late on a connection %s is nobody’s', async (_, openDb) => {
  const db = closeAtEnd(openDb(url, 300))
  const pid = await pidOf(db)
  const lateAnswer = sql`select 'late' as word, pg_sleep(0.6)`.execute(db)
  await expect(lateAnswer).rejects.toThrow('timeout')
  const echo = async (word: string) =>
    (await sql<{ word: string }>`select ${word}::text as word`.execute(db)).rows
  expect(await Promise.all(['one', 'two'].map(echo))).toEqual([[{ word: 'one' }], [{ word: 'two' }]])
  expect(await pidOf(db)).not.toBe(pid)
})

test.each([
  ['', {}],
  [' behind a pooler', { isPooled: true }],
])(
  'a transaction%s whose statement has no answer ends at once, and its connection is closed',
  async (_, options) => {
    const db = closeAtEnd(connect(url, { max: 1, queryTimeoutMs: 1500, ...options }))
    const startedAt = performance.now()
    const transaction = db.transaction().execute((tx) => sql`select pg_sleep(6)`.execute(tx))
    await expect(transaction).rejects.toThrow('timeout')
    expect(performance.now() - startedAt).toBeLessThan(2900)
    const { rows } = await sql<{ state: string }>`
    select state from pg_stat_activity where pid = pg_backend_pid()`.execute(db)
    expect(rows).toEqual([{ state: 'active' }])
  },
)

/**
 * Runs in a separate process, because it uses up the names of prepared statements, and all connections of a process
 * share these names.
 */
const manyStatements = `
  import { sql } from 'kysely'
  import { connect } from '#db/index.ts'
  import { maxNames, prepare } from '#db/prepared.ts'
  const db = connect(process.env.DATABASE_URL, { max: 1 })
  const sums = []
  for (let number = 0; number < maxNames + 20; number++) {
    const add = prepare(
      (_db, { one }) => sql\`select \${one}::int + \${sql.lit(number)} as sum\`,
      { isShape: true },
    )
    sums.push((await add(db, { one: 1 }))[0].sum - number)
  }
  const countNamed = async () =>
    (await sql\`select count(*) as count from pg_prepared_statements\`.execute(db)).rows[0].count
  const named = await countNamed()
  await prepare((_db, { one }) => sql\`select \${one}::int as fixed\`)(db, { one: 1 })
  const namedWithFixed = await countNamed()
  const areRight = sums.every((sum) => sum === 1)
  console.log(JSON.stringify({ areRight, named, namedWithFixed, maxNames }))
  await db.destroy()`

test('connections keep a bounded number of statements by name, and answer the others as well', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', manyStatements],
    { env: { ...process.env, DATABASE_URL: url } },
  )
  const { areRight, named, namedWithFixed, maxNames } = JSON.parse(stdout)
  expect(areRight).toBe(true)
  expect(named).toBe(maxNames)
  // Statements that are fixed in the code still get a name after statements with filters have used up their share of
  // names.
  expect(namedWithFixed).toBe(maxNames + 1)
})
