import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connect, connectReaders, type Db, listen } from '#db/index.ts'
import { migrate } from '#db/migrate.ts'
import { prepare } from '#db/prepared.ts'
import { describeSession, requireVersion } from '#db/session.ts'
import { readConfig } from '#services/core/config/config.ts'
import { closeContext, createContext } from '#services/core/context.ts'
import { createLog } from '#services/core/observability/log.ts'
import { checkDatabase } from '#services/core/start-process.ts'
import { appAddress } from '#stand-ins/infra/postgres.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { newName } from '#tests/support/servers/infrastructure-databases.ts'

let url: string
let env: Record<string, string>
let owner: Db
beforeAll(async () => {
  const deployment = await takeInfrastructure()
  url = deployment.owner_url
  const ports = { telegram_port: 9, api_port: 0, robokassa_port: 9 }
  env = productEnvironment({ ...deployment, ...ports, secrets: newSecrets(), people_file: '' })
  owner = connect(url, { max: 1 })
  return () => owner.destroy()
})

const database = () => sql.id(new URL(url).pathname.slice(1))
const closeAtEnd = (db: Db) => {
  onTestFinished(() => db.destroy())
  return db
}

/** Returns the names of the parameters that a new database connection sends in its startup message. */
async function startupParameters(openConnection: (url: string) => unknown): Promise<string[]> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const startupMessage = once(server, 'connection').then(async ([socket]) => {
    const [message] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    // Skips the message's length and protocol version, 8 bytes together. Names and values follow, each ended by a zero
    // byte.
    return message.subarray(8).toString().split('\0')
  })
  openConnection(`postgres://otklik:word@127.0.0.1:${(server.address() as AddressInfo).port}/otklik`)
  const parts = await startupMessage
  return parts.filter((word, at) => word && at % 2 === 0)
}

/** Startup parameters that a connection pooler accepts without the setting `ignore_startup_parameters`. */
const allowedParameters = ['user', 'database', 'client_encoding', 'application_name']

test.each([
  ['a connection of the pool', (to: string) => query(connect(to))],
  ['a shared connection', (to: string) => query(connectReaders(to, { settings: { enable_sort: 'off' } }))],
  ['a listener', (to: string) => void onTestFinished(listen(to, 'channel', () => {}))],
])('%s asks a pooler for nothing that it would refuse', async (_, openConnection) => {
  const names = await startupParameters(openConnection)
  expect(names).toContain('user')
  expect(names.filter((name) => !allowedParameters.includes(name))).toEqual([])
})

test.each([
  [false, 1],
  [true, 0],
])(
  'behind a pooler (%s) a statement has no name that another session would not know',
  async (isPooled, names) => {
    const { database_url } = await takeInfrastructure()
    const db = closeAtEnd(connect(database_url, { max: 1, isPooled }))
    const markedStatement = prepare((of, { id }: { id: number }) =>
      of.selectFrom('users').select('id').where('id', '=', id),
    )
    for (const id of [1, 2]) expect(await markedStatement(db, { id })).toEqual([])
    const { rows } = await sql`select from pg_prepared_statements`.execute(db)
    expect(rows).toHaveLength(names)
  },
)

function query(db: Db): void {
  void sql`select 1`.execute(closeAtEnd(db)).catch(() => {})
}

test('the settings of shared connections hold for the first of many questions, after a loss too, and nowhere else', async () => {
  const settings = { plan_cache_mode: 'force_generic_plan', enable_sort: 'off' }
  const readers = closeAtEnd(connectReaders(url, { settings }))
  const readSettings = (db: Db) =>
    sql<{ plan: string; sort: string; pid: number }>`select current_setting('plan_cache_mode') as plan,
      current_setting('enable_sort') as sort, pg_backend_pid() as pid`
      .execute(db)
      .then(({ rows: [row] }) => row)
  const pinnedSettings = { plan: 'force_generic_plan', sort: 'off' }
  const first = await Promise.all(Array.from({ length: 8 }, () => readSettings(readers)))
  for (const row of first) expect(row).toMatchObject(pinnedSettings)
  for (const pid of new Set(first.map((row) => row?.pid)))
    await sql`select pg_terminate_backend(${pid}, 5000)`.execute(owner)
  await expect.poll(() => readSettings(readers).catch(() => undefined)).toMatchObject(pinnedSettings)
  expect(await readSettings(owner)).toMatchObject({ plan: 'auto', sort: 'on' })
})

test('one user who owns everything speaks UTC once migrated, and a time in another zone is the same moment', async () => {
  const readStatements = async () => {
    const { rows } = await sql`select '2026-01-31T10:00:00.5Z'::timestamptz as time,
      array['2026-07-31T10:00:00Z'::timestamptz] as times,
      current_setting('TimeZone') as zone, current_setting('max_parallel_workers_per_gather') as parallel`.execute(
      closeAtEnd(connect(url, { max: 1 })),
    )
    return rows
  }
  await sql`alter database ${database()} set timezone = 'Asia/Tokyo'`.execute(owner)
  onTestFinished(() => sql`alter database ${database()} set timezone = 'UTC'`.execute(owner).then(() => {}))
  const moments = { time: '2026-01-31T10:00:00.5Z', times: ['2026-07-31T10:00:00Z'] }
  expect(await readStatements()).toMatchObject([{ ...moments, zone: 'Asia/Tokyo' }])
  expect(await migrate(url)).toEqual([])
  expect(await readStatements()).toEqual([{ ...moments, zone: 'UTC', parallel: '0' }])
})

test('no process starts where times would be read wrong', async () => {
  await sql`alter role otklik_app in database ${database()} set timezone = 'Europe/London'`.execute(owner)
  for (const [name, value] of Object.entries({ ...env, LOG_LEVEL: 'silent', DATABASE_URL: appAddress(url) }))
    vi.stubEnv(name, value)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await sql`alter role otklik_app in database ${database()} reset timezone`.execute(owner)
  })
  const refusal =
    'Sessions of the database role "otklik_app" are in the time zone Europe/London and must be in UTC'
  await expect(import('#services/api/main.ts')).rejects.toThrow(refusal)
  await expect(import('#services/bot/main.ts')).rejects.toThrow(refusal)
  await expect(import('#workers/main.ts')).rejects.toThrow(refusal)
})

async function warnings(address: string): Promise<string[]> {
  const lines: string[] = []
  const ctx = createContext(readConfig({ ...env, LOG_LEVEL: 'silent', DATABASE_URL: address }), 'test')
  ctx.log = createLog('warn', 'test', { write: (line) => void lines.push(JSON.parse(line).msg) })
  await checkDatabase(ctx)
  await closeContext(ctx)
  return lines
}

test('a process that may do everything in the database says so, another says nothing', async () => {
  const heir = newName('otklik_heir')
  await sql`create role ${sql.id(heir)} login password 'word' in role ${sql.id(new URL(url).username)}`.execute(
    owner,
  )
  onTestFinished(() => sql`drop role ${sql.id(heir)}`.execute(owner).then(() => {}))
  const heirs = new URL(url)
  heirs.username = heir
  heirs.password = 'word'
  expect(await warnings(appAddress(url))).toEqual([])
  expect(await warnings(heirs.href)).toEqual([
    'the process is the owner of its tables in Postgres, which then refuses it nothing',
  ])
  expect(await warnings(url)).toEqual([
    'the process is a superuser in Postgres, which then refuses it nothing',
  ])
})

/** Runs a migration that must refuse to start, and returns the output that an operator sees. */
async function runMigration(change: Record<string, string>) {
  const { PATH = '' } = process.env
  const migration = promisify(execFile)(process.execPath, ['db/migrate.ts'], { env: { PATH, ...change } })
  const { code, stderr } = await migration.then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  )
  return { code, stderr }
}

test.each([
  ['DATABASE_URL', {}],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://otklik:a/secret@127.0.0.1/otklik' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://otklik@127.0.0.1/otklik' }],
  [
    'DATABASE_OWNER_URL',
    {
      DATABASE_URL: 'postgres://otklik_app@127.0.0.1/otklik',
      DATABASE_OWNER_URL: 'postgres://otklik:se?cret@127.0.0.1/otklik',
    },
  ],
])(
  'a migration with a wrong %s names it, says how a password is written and tells none of it',
  async (name, change) => {
    const { code, stderr } = await runMigration(change)
    expect(code).toBe(1)
    expect(stderr).toMatch(new RegExp(`^${name} `))
    expect(stderr).toContain('/ as %2F')
    expect(stderr).not.toMatch(/secret|se\?cret|\bat /)
  },
)

test('an older Postgres is refused in a sentence', async () => {
  await requireVersion(owner)
  const olderDb = closeAtEnd(connect(url, { max: 1 }))
  // Simulates an older Postgres by replacing the function `current_setting`.
  await sql`
    create schema if not exists older;
    create or replace function older.current_setting(name text) returns text language sql as
      $$ select case name when 'server_version' then '15.3' else '150003' end $$;
    set search_path = older, pg_catalog`.execute(olderDb)
  await expect(requireVersion(olderDb)).rejects.toThrow(
    'Postgres 18 or newer is needed, and this server is 15.3',
  )
})

test('who owns a table of their own elsewhere is no owner of the product’s tables', async () => {
  await sql`create schema own_things`.execute(owner)
  onTestFinished(() => sql`drop schema own_things cascade`.execute(owner).then(() => {}))
  await sql`create table own_things.notes (id int)`.execute(owner)
  await sql`grant all on schema own_things to otklik_app`.execute(owner)
  await sql`alter table own_things.notes owner to otklik_app`.execute(owner)
  const describe = (address: string) => describeSession(closeAtEnd(connect(address, { max: 1 })))
  expect(await describe(appAddress(url))).toMatchObject({ role: 'otklik_app', is_owner: false })
  expect(await describe(url)).toMatchObject({ is_owner: true })
})
