import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '#db/index.ts'
import { failTask, insertEvent } from '#db/outbox.ts'
import { licences } from '#services/cli/commands/licences.ts'
import { listLaunches } from '#services/operations/launches.ts'
import { appAddress } from '#stand-ins/infra/postgres.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { type RunningApi, relaxedLimits, startApi } from '#tests/support/api/api.ts'
import { draftOrder, invoiceFor } from '#tests/support/orders/order-life.ts'
import { login, newAccount } from '#tests/support/people/people.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
  newName,
} from '#tests/support/servers/infrastructure-databases.ts'
import { otklik, runCli } from './call.ts'

let api: RunningApi
let env: Record<string, string>
let owner_url: string

beforeAll(async () => {
  const { owner_url: owner, ...infrastructure } = await takeInfrastructure()
  owner_url = owner
  const deployment = { ...infrastructure, secrets: newSecrets(), people_file: '' }
  env = productEnvironment({ ...deployment, telegram_port: 9, api_port: 9, robokassa_port: 9 })
  api = await startApi(owner_url, { ...env, ...relaxedLimits })
})
afterAll(() => api.close())

async function insertDeadTask(consumer: string): Promise<string> {
  const nowText = new Date().toISOString()
  const event = {
    topic: 'listing.published',
    payload: { listing_id: 7 },
    consumers: [consumer],
    request_id: null,
    now: nowText,
  }
  const event_id = await api.ctx.db.transaction().execute((tx) => insertEvent(tx, event))
  await failTask(api.ctx.db, { event_id, consumer, error: 'Telegram said no', isDead: true, now: nowText })
  return event_id
}

const countDead = () =>
  sql`select from event_tasks where dead_at is not null`.execute(api.ctx.db).then(({ rows }) => rows.length)

test('tasks that were given up run again: those that were asked for, and first they can be looked at', async () => {
  const [first] = [await insertDeadTask('view-counting'), await insertDeadTask('hot-order-notifications')]
  const dryRun = await runCli(['requeue', '--dry-run', '--consumer', 'view-counting'], env)
  expect(dryRun).toMatchObject({
    code: 0,
    data: {
      ok: true,
      is_dry: true,
      tasks: [{ event_id: first, consumer: 'view-counting', last_error: 'Telegram said no' }],
    },
  })
  expect(await countDead()).toBe(2)
  const { code, stdout } = await otklik(['requeue', '--event', first], env)
  expect({ code, dead: await countDead() }).toEqual({ code: 0, dead: 1 })
  expect(stdout).toContain('1 given up, run again now:')
  await runCli(['requeue'], env)
  expect(await countDead()).toBe(0)
  expect((await otklik(['requeue'], env)).stdout).toBe('No task was given up.\n')
  expect(await runCli(['requeue', '--consumer', 'nope'], env)).toMatchObject({
    code: 1,
    data: {
      error: expect.stringMatching(
        /^There is no consumer "nope"\. There are: author-notifications, .*person-records/,
      ),
    },
  })
  expect(await runCli(['requeue', '--consumer', 'moderation'], env)).toMatchObject({
    code: 0,
    data: { tasks: [] },
  })
})

test('the first administrator is made by the command, and their old session ends', async () => {
  const account = newAccount()
  const unknownPersonResult = await runCli(['make-admin', String(account.id)], env)
  expect(unknownPersonResult).toMatchObject({
    code: 1,
    data: { ok: false, error: expect.stringContaining('press Start') },
  })
  const adminBefore = await login(api, account)
  expect(adminBefore.user).toMatchObject({ role: 'user' })
  const promotion = await runCli(['make-admin', `@${account.username}`], env)
  expect(promotion).toMatchObject({ code: 0, data: { ok: true, user_id: adminBefore.id, is_new: true } })
  await expect
    .poll(() =>
      adminBefore.call('GET /api/users/sessions', {}).then(
        () => 'in',
        () => 'out',
      ),
    )
    .toBe('out')
  expect((await login(api, account)).user).toMatchObject({ role: 'admin' })
  const { rows } =
    await sql`select actor_id, action, after from audit_log where subject_id = ${adminBefore.id}`.execute(
      api.ctx.db,
    )
  expect(rows).toEqual([{ actor_id: null, action: 'user.role', after: { role: 'admin' } }])
})

test('the demo market is filled once, and only after a yes', async () => {
  const owner = { ...env, DATABASE_OWNER_URL: owner_url }
  const refusal = await runCli(['demo'], owner)
  expect(refusal).toMatchObject({ code: 1, data: { error: expect.stringContaining('--yes') } })
  const { data } = await runCli(['demo', '--yes'], owner)
  expect(data).toMatchObject({ ok: true })
  expect(data.added).toBeGreaterThan(20)
  expect((await runCli(['demo', '--yes'], owner)).data).toEqual({ ...data, added: 0 })
})

test('a name that two people have had makes its present owner an administrator, and nobody else', async () => {
  const [firstAccount, secondAccount] = [
    newAccount({ username: 'anna_twice' }),
    newAccount({ username: 'Anna_Twice' }),
  ]
  await login(api, firstAccount)
  await login(api, secondAccount)
  expect(await runCli(['make-admin', '@anna_twice'], env)).toMatchObject({ code: 0, data: { ok: true } })
  const roles = api.ctx.db.selectFrom('users').select(['telegram_id', 'role'])
  expect(
    await roles
      .where('telegram_id', 'in', [firstAccount.id, secondAccount.id])
      .orderBy('telegram_id')
      .execute(),
  ).toEqual([
    { telegram_id: firstAccount.id, role: 'user' },
    { telegram_id: secondAccount.id, role: 'admin' },
  ])
})

describe('restore refuses before anything is touched', () => {
  const name = '2026-11-22T03-00-00-000Z'
  let folder: string
  const runRestore = (...args: string[]) =>
    runCli(['restore', '--data', path.join(folder, 'data'), ...args], {
      ...env,
      BACKUP_DIR: path.join(folder, 'vault'),
    })
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'otklik-vault-'))
    mkdirSync(path.join(folder, 'vault/base', name), { recursive: true })
    const note = { name, finished_at: '2026-11-22T03:01:00.000Z', bytes: 70 * 2 ** 20, parts: [] }
    writeFileSync(path.join(folder, 'vault/base', name, 'note.json'), JSON.stringify(note))
    return () => rmSync(folder, { recursive: true })
  })

  test.each([
    [[], `at the earliest at 2026-11-22T03:01:00.000Z, from the backup ${name} (70 MB)`],
    [['--until', '2026-11-22T12:00:00Z'], 'as it was at 2026-11-22T12:00:00.000Z, from'],
    [['--until', '2026-11-22T02:00:00Z', '--yes'], 'There is no such backup'],
    [['--until', 'yesterday', '--yes'], 'is no moment'],
    [['--until', '2999-01-01', '--yes'], 'has not come yet'],
    [['--backup', 'another', '--yes'], 'another'],
  ])('%j', async (args, reason) => {
    const { code, data } = await runRestore(...args)
    expect({ code, error: data.error }).toEqual({ code: 1, error: expect.stringContaining(reason) })
    expect(existsSync(path.join(folder, 'data'))).toBe(false)
  })

  test('where data lies already', async () => {
    const { data } = await runRestore('--data', folder, '--yes')
    expect(data.error).toContain('is not empty')
  })
})

test('a backup is refused to a role that may not copy, and where nothing can be written', async () => {
  const owner = { ...env, DATABASE_OWNER_URL: owner_url }
  expect((await runCli(['backup'], env)).data.error).toMatch(/^The role otklik_app may not copy/)
  const backupFailure = await runCli(['backup'], { ...owner, BACKUP_DIR: '/dev/null/vault' })
  expect(backupFailure).toMatchObject({
    code: 1,
    data: { error: expect.stringContaining('takes no writes') },
  })
})

test('an upgrade changes nothing while something is wrong, then brings a database to this release', async () => {
  const name = newName('otklik_old')
  await createDatabase(owner_url, name)
  onTestFinished(() => dropDatabase(owner_url, name))
  const ownUrl = databaseUrl(owner_url, name)
  const oldEnv = { ...env, DATABASE_OWNER_URL: ownUrl, DATABASE_URL: appAddress(ownUrl), FILES_DIR: tmpdir() }
  const db = connect(ownUrl, { max: 1 })
  onTestFinished(() => db.destroy())
  const isEmpty = async () =>
    (await sql`select from pg_tables where schemaname = 'public'`.execute(db)).rows.length === 0
  const unwritableDir = '/dev/null/vault'
  for (const [args, change, reason] of [
    [['--no-backup'], {}, /without a backup: 0001.* Repeat with --yes/],
    [['--yes'], { BACKUP_DIR: unwritableDir }, /takes no writes/],
    [['--yes'], { REDIS_URL: 'redis://127.0.0.1:9' }, /wrong already:\n.*redis/],
  ] as const) {
    const refusal = await runCli(['upgrade', ...args], { ...oldEnv, ...change })
    expect(refusal).toMatchObject({ code: 1, data: { ok: false, error: expect.stringMatching(reason) } })
    expect(await isEmpty()).toBe(true)
  }
  const { data } = await runCli(['upgrade', '--no-backup', '--yes'], oldEnv)
  expect((data.applied as string[]).length).toBeGreaterThanOrEqual(14)
  expect(data.findings).toContainEqual(expect.objectContaining({ about: 'migrations', state: 'ok' }))
  await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '')`.execute(db)
  expect((await runCli(['upgrade', '--yes'], oldEnv)).data.error).toContain('9999-newer')
})

test('everything that is shipped may be: processes and pages, and what was accepted says why', async () => {
  const { code, stdout } = await otklik(['licences'])
  expect({ code, last: stdout.split('\n').at(-2) }).toMatchObject({
    code: 0,
    last: expect.stringMatching(/^\d{3} packages, 0 that may not be shipped$/),
  })
  for (const one of ['fastify 5', 'react 19', 'react-router 7']) expect(stdout).toContain(one)
  expect(stdout).toMatch(/@img\/sharp-libvips-\S+ \S+ is accepted: a library/)
  expect(stdout).not.toContain('vitest ')
})

test('a licence that is unknown or asks for more than to be named is found, and what only tests use is not asked', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'otklik-licences-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const packages: Record<string, object> = { '': {} }
  const install = (name: string, manifest: object, locked = {}) => {
    packages[`node_modules/${name}`] = { version: '1.0.0', ...locked }
    mkdirSync(path.join(root, 'node_modules', name), { recursive: true })
    writeFileSync(path.join(root, 'node_modules', name, 'package.json'), JSON.stringify(manifest))
  }
  install('kind', { license: '(MIT AND Zlib)' })
  install('choosing', { license: 'GPL-3.0-or-later OR MIT' })
  install('old', { licenses: [{ type: 'BSD-3-Clause' }] })
  install('copyleft', { license: 'AGPL-3.0-only' })
  install('both', { license: 'MIT AND LGPL-3.0-or-later' })
  install('silent', {})
  install('testing', { license: 'GPL-3.0-only' }, { dev: true })
  // React counts although it is a development package, because the built pages contain it.
  packages['node_modules/react'] = { version: '1.0.0', dev: true, license: 'SSPL-1.0' }
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }))
  const { data, isBad } = await licences(root)
  const wrongNames = (data.wrong as { name: string }[]).map(({ name }) => name)
  expect({ isBad, wrong: wrongNames }).toEqual({
    isBad: true,
    wrong: ['copyleft', 'both', 'silent', 'react'],
  })
})

test('what is missing is named without a stack, and a wrong command shows how it is used', async () => {
  const { code, stdout, stderr } = await otklik(['requeue'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('DATABASE_URL: an address such as')
  expect(stderr).not.toMatch(/\n +at /)
  const typo = await otklik(['reqeue'])
  expect(typo.code).toBe(1)
  expect(typo.stderr).toMatch(/unknown command 'reqeue'[\s\S]*Did you mean requeue\?/)
})

test('a launch of exactly so many hours ago counts, with the payment and the file that came of it', async () => {
  const person = await login(api, newAccount())
  const { order } = await draftOrder(api, {}, person)
  const { invoice_id } = await invoiceFor(person, order.id)
  const { db } = api.ctx
  const payments = db.selectFrom('payments').select('created_at').where('id', '=', invoice_id)
  const { created_at } = await payments.executeTakeFirstOrThrow()
  await db.updateTable('sessions').set({ created_at }).where('user_id', '=', person.id).execute()
  const delivery = { kind: 'file_copy', lane: 'transactional', payload: '{}', state: 'sent' } as const
  await db
    .insertInto('deliveries')
    .values({ ...delivery, user_id: person.id, dedupe_key: 'a file', next_at: created_at, created_at })
    .execute()
  const launchesAt = async (ms: number) => {
    const launches = await listLaunches({ db, now: () => new Date(ms) }, 2)
    return launches.filter((launch) => launch.person === `@${person.account.username}`)
  }
  const endMs = Date.parse(created_at) + 2 * 3_600_000
  expect(await launchesAt(endMs)).toMatchObject([
    { launched_at: created_at, payments: [`${invoice_id} robokassa created`], files: ['sent'] },
  ])
  expect(await launchesAt(endMs + 1)).toEqual([])
})

test('live tells the launches of the last hours', async () => {
  const account = newAccount()
  const launchesOf = async (hours: string) => {
    const { code, data } = await runCli(['live', '--hours', hours], env)
    const { launches } = data as unknown as { launches: { person: string; launched_at: string }[] }
    return { code, ownLaunches: launches.filter(({ person }) => person === `@${account.username}`) }
  }
  expect(await launchesOf('1')).toEqual({ code: 0, ownLaunches: [] })
  await login(api, account)
  const { ownLaunches } = await launchesOf('1')
  expect(ownLaunches).toMatchObject([{ payments: [], files: [] }])
  const launched_at = new Date(Date.now() - 2 * 3_600_000).toISOString()
  await sql`update sessions set created_at = ${launched_at} where user_id in
    (select id from users where username = ${account.username ?? ''})`.execute(api.ctx.db)
  expect((await launchesOf('1')).ownLaunches).toEqual([])
  expect((await launchesOf('3')).ownLaunches).toMatchObject([{ launched_at }])
  api.advanceClock(1000)
  await login(api, account)
  const launches = (await launchesOf('3')).ownLaunches
  expect(launches.map((one) => one.launched_at === launched_at)).toEqual([false, true])
  expect((await runCli(['live', '--hours', 'soon'], env)).code).toBe(1)
})
