import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Db } from '#db/index.ts'
import { seed } from '#db/seed.ts'
import { checkDemo } from '#services/cli/checks/demo.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { type RunningApi, relaxedLimits, startApi } from '#tests/support/api/api.ts'
import { codeOf, createCaller } from '#tests/support/api/call.ts'
import { launchData } from '#tests/support/people/launch-data.ts'
import { login, newAccount } from '#tests/support/people/people.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { runCli } from './cli/call.ts'

const first = 2 ** 52
const maria = 5_000_000_000_000_001

let api: RunningApi
let owner_url: string
let env: Record<string, string>
let db: Db
beforeAll(async () => {
  const { owner_url: owner, ...infrastructure } = await takeInfrastructure()
  owner_url = owner
  const deployment = { ...infrastructure, secrets: newSecrets(), people_file: '' }
  env = {
    ...productEnvironment({ ...deployment, telegram_port: 9, api_port: 9, robokassa_port: 9 }),
    DATABASE_OWNER_URL: owner_url,
    ADMIN_TELEGRAM_IDS: '800100200',
  }
  api = await startApi(owner_url, { ...env, ...relaxedLimits })
  db = connect(owner_url)
  atEnd(() => Promise.all([db.destroy(), api.close()]))
})
/** Empties the database like a new installation, including tables whose triggers forbid deletion. */
const empty = () =>
  db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    await sql`truncate users, demo_mark cascade`.execute(one)
    await sql`reset session_replication_role`.execute(one)
  })
beforeEach(empty)

const marks = () => db.selectFrom('demo_mark').select('staff').execute()
const market = () => db.selectFrom('users').select(['telegram_id', 'role', 'can_write']).execute()
const canLogIn = (id: number, server = api.server) => {
  const launch = launchData(newAccount({ id }), env.BOT_TOKEN ?? '', api.ctx.now())
  const call = createCaller(server, { authorization: `tma ${launch}` })
  return codeOf(call('POST /auth/login', { body: { telegram_id: id } }))
}
const production = {
  NODE_ENV: 'production',
  APP_ORIGIN: 'https://otklik.example',
  BOT_API_ROOT_TRUSTED: '1',
}
const inProduction = () => api.startAnother(production)

test('launch data with an id that Telegram does not give open nothing without the mark, and in production never', async () => {
  expect(await canLogIn(first)).toBe('init_data_required')
  expect(await canLogIn(maria)).toBe('init_data_required')
  expect(await canLogIn(first - 1)).toBe('accepted')
  await empty()
  await sql`insert into demo_mark (staff) values (true)`.execute(db)
  expect(await canLogIn(maria)).toBe('accepted')
  expect(await canLogIn(maria, await inProduction())).toBe('init_data_required')
})

test('the market of the command has ids of nobody, no role, and nobody whom the bot could write to', async () => {
  expect(await runCli(['demo', '--yes'], env)).toMatchObject({ code: 0 })
  expect(await marks()).toEqual([{ staff: false }])
  const people = await market()
  expect(people.length).toBeGreaterThan(5)
  for (const person of people) expect(person).toMatchObject({ role: 'user', can_write: false })
  expect(people.every(({ telegram_id }) => (telegram_id ?? 0) >= first && (telegram_id ?? 0) < 2 ** 53)).toBe(
    true,
  )
  expect(await runCli(['demo', '--yes'], env)).toMatchObject({ code: 0, data: { added: 0 } })
  await expect(seed(owner_url, { demo: true, staff: true })).rejects.toThrow('has no staff')
})

test('nobody invented gets a role outside `npm start`, by no way', async () => {
  await seed(owner_url, { demo: true })
  for (const person of [String(maria), '@maria_otklik'])
    expect(await runCli(['make-admin', person], env)).toMatchObject({
      code: 1,
      data: { error: expect.stringContaining('invented') },
    })
  await expect(
    db.updateTable('users').set({ role: 'moderator' }).where('telegram_id', '=', maria).execute(),
  ).rejects.toThrow('nobody of the demo has a role here')
  await expect(api.startAnother({ ...production, ADMIN_TELEGRAM_IDS: `1,${maria}` })).rejects.toThrow(
    'ADMIN_TELEGRAM_IDS',
  )
})

test('beside the stand-ins its administrator is one', async () => {
  await seed(owner_url, { demo: true, staff: true })
  expect((await market()).find(({ telegram_id }) => telegram_id === maria)).toMatchObject({ role: 'admin' })
})

test('where somebody is already the mark never comes, and in production neither', async () => {
  expect(await runCli(['demo', '--yes'], { ...env, NODE_ENV: 'production' })).toMatchObject({
    code: 1,
    data: { error: expect.stringContaining('real one') },
  })
  await login(api)
  for (const staff of [false, true])
    await expect(seed(owner_url, { demo: true, staff })).rejects.toThrow('has people')
  expect(await runCli(['demo', '--yes'], env)).toMatchObject({ code: 1 })
  await expect(sql`insert into demo_mark (staff) values (true)`.execute(db)).rejects.toThrow('empty database')
  await expect(sql`insert into demo_mark (staff) values (true)`.execute(api.ctx.db)).rejects.toThrow(
    'permission denied',
  )
  expect([await marks(), (await market()).length]).toEqual([[], 1])
})

test('doctor names the people of the demo, except beside the stand-ins', async () => {
  const runCheck = (config = api.ctx.config) => checkDemo({ config, db: api.ctx.db })
  expect(await runCheck()).toMatchObject([{ state: 'ok', found: 'none' }])
  await seed(owner_url, { demo: true })
  expect(await runCheck()).toMatchObject([
    { state: 'warning', found: expect.stringContaining('Мария Орлова (person ') },
  ])
  expect(await runCheck({ ...api.ctx.config, NODE_ENV: 'production' })).toMatchObject([{ state: 'bad' }])
  await sql`delete from demo_mark`.execute(db)
  expect(await runCheck()).toMatchObject([{ state: 'bad', found: expect.stringContaining('Анна Лебедева') }])
  await empty()
  await seed(owner_url, { demo: true, staff: true })
  expect(await runCheck()).toMatchObject([{ state: 'ok', found: 'beside the stand-ins' }])
})
