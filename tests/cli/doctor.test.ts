import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connect, type Db } from '#db/index.ts'
import type { Finding } from '#services/cli/checks/result.ts'
import { readConfig } from '#services/core/config/config.ts'
import { version } from '#services/core/config/version.ts'
import { type Context, closeContext, createContext } from '#services/core/context.ts'
import { raiseAlarms } from '#services/operations/alarms/alarms.ts'
import { noteDone } from '#services/operations/backup/progress.ts'
import { type ProcessRole, processRoles, startMarks } from '#services/operations/processes.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { runCli } from './call.ts'

/** Checks of `otklik doctor`: processes, backups, disks and settings. Telegram, shop and proxy are away here. */

let env: Record<string, string>
let ctx: Context
let owner: Db
let folder: string
/** Processes that go on leaving marks until the next test. */
const running: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'otklik-doctor-'))
  const { owner_url, ...infrastructure } = await takeInfrastructure()
  const ports = { telegram_port: 9, api_port: 9, robokassa_port: 9 }
  env = {
    ...productEnvironment({ ...infrastructure, ...ports, secrets: newSecrets(), people_file: '' }),
    DATABASE_OWNER_URL: owner_url,
    FILES_DIR: folder,
  }
  ctx = createContext(readConfig({ ...env, NODE_ENV: 'test', LOG_LEVEL: 'silent' }), 'test')
  owner = connect(owner_url, { max: 1 })
  await new Promise((resolve) => ctx.redis.once('ready', resolve))
})
afterAll(async () => {
  await Promise.all([closeContext(ctx), owner.destroy()])
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await Promise.all(running.splice(0).map((marks) => marks.stop()))
  await ctx.redis.del('processes')
  await ctx.db.deleteFrom('backup_marks').execute()
})

async function runDoctor(change: Record<string, string> = {}, ...args: string[]) {
  const { data } = await runCli(['doctor', ...args], { ...env, ...change })
  const findings = data.findings as Finding[]
  return (about: string) => findings.filter((one) => one.about === about)
}

/** Lets a process leave one mark of life, `minutesAgo` minutes ago. */
async function leaveMark(role: ProcessRole, { parts = {}, minutesAgo = 0 } = {}) {
  const now = () => new Date(Date.now() - minutesAgo * 60_000)
  const marks = startMarks({ ...ctx, now }, role, async () => ({
    parts: { postgres: true, ...parts },
    needed: ['postgres', ...Object.keys(parts)],
  }))
  running.push(marks)
  await eventually(async () =>
    Object.keys(await ctx.redis.hgetall('processes')).some((id) => id.startsWith(role)),
  )
  return marks
}

describe('processes', () => {
  test('are well when each has given a sign of life, and say how many run which release since when', async () => {
    for (const role of processRoles) await leaveMark(role)
    const about = await runDoctor()
    for (const role of processRoles)
      expect(about(`process ${role}`)).toEqual([
        {
          about: `process ${role}`,
          state: 'ok',
          found: expect.stringMatching(new RegExp(`^1 run ${version}, since \\d{4}-\\S+Z$`)),
        },
      ])
  })

  test('that stopped ten minutes ago are named with what starts them, and those that never ran', async () => {
    for (const role of ['bot', 'workers', 'backups'] as const) await leaveMark(role, { minutesAgo: 10 })
    const about = await runDoctor()
    for (const role of ['bot', 'workers', 'backups'])
      expect(about(`process ${role}`)).toMatchObject([
        {
          state: 'bad',
          found: 'no sign of life for 10 min',
          cure: expect.stringContaining(`docker compose up -d ${role}`),
        },
      ])
    expect(about('process api')).toMatchObject([{ state: 'bad', found: 'no sign of life yet' }])
  })

  test('that have never left a sign are to be looked at, because those of an older release leave none', async () => {
    expect((await runDoctor())('processes')).toMatchObject([{ state: 'warning' }])
  })

  test('that ended in an orderly way do not count as running', async () => {
    const marks = await leaveMark('bot')
    await marks.stop()
    expect((await runDoctor())('process bot')).toMatchObject([{ state: 'bad' }])
  })

  test('that were killed are named while others run, until one that was started later replaces them', async () => {
    await leaveMark('bot')
    const [[id = '', value = ''] = []] = Object.entries(await ctx.redis.hgetall('processes'))
    const mark = JSON.parse(value) as { at: number; started_at: number }
    const leaveSilent = (at: number) =>
      ctx.redis.hset('processes', `${id}1`, JSON.stringify({ ...mark, at, started_at: at - 60_000 }))
    await ctx.redis.hset('processes', id, JSON.stringify({ ...mark, started_at: mark.at - 10 * 60_000 }))
    await leaveSilent(mark.at - 5 * 60_000)
    expect((await runDoctor())('process bot')).toMatchObject([
      { state: 'warning', found: expect.stringMatching(/silent for 5 min/) },
    ])
    await leaveSilent(mark.at - 15 * 60_000)
    expect((await runDoctor())('process bot')).toMatchObject([{ state: 'ok' }])
  })

  test('of another release are told apart', async () => {
    await leaveMark('bot')
    const [[id = '', value = ''] = []] = Object.entries(await ctx.redis.hgetall('processes'))
    await ctx.redis.hset('processes', id, JSON.stringify({ ...JSON.parse(value), release: '0.0.1' }))
    expect((await runDoctor())('process bot')).toMatchObject([
      {
        state: 'warning',
        found: expect.stringMatching(new RegExp(`runs 0\\.0\\.1, and this is ${version}$`)),
      },
    ])
  })

  test('that may not write files are believed, although this command may', async () => {
    await leaveMark('api', { parts: { files: false } })
    const about = await runDoctor()
    expect(about('files')).toMatchObject([{ state: 'bad', found: expect.stringContaining('process api') }])
    expect(about('process api')).toMatchObject([
      { state: 'bad', found: expect.stringContaining('not ready: files') },
    ])
    await ctx.redis.del('processes')
    expect((await runDoctor())('files')).toMatchObject([{ state: expect.stringMatching(/ok|warning/) }])
  })

  test('are unknown while Redis is away, of which the workers have told since when', async () => {
    const withoutRedis = () => runDoctor({ REDIS_URL: 'redis://127.0.0.1:9' })
    const about = await withoutRedis()
    expect(about('processes')).toMatchObject([{ state: 'bad' }])
    expect(about('redis')).toMatchObject([
      { found: expect.stringMatching(/^does not answer: publication, .* wait;/) },
    ])
    const refuse = () => Promise.reject(new Error('away'))
    for (const minutes of [10, 5]) {
      const now = () => new Date(Date.now() - minutes * 60_000)
      await raiseAlarms({ ...ctx, now, redis: { set: refuse, info: refuse } as never })
    }
    onTestFinished(async () => void (await raiseAlarms(ctx)))
    const since = new Date(Date.now() - 5 * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH'.length)
    expect((await withoutRedis())('redis')).toMatchObject([
      { found: expect.stringContaining(`does not answer, since ${since}`) },
    ])
  })
})

describe('backups', () => {
  const noteAgo = (work: 'base' | 'log' | 'drill', minutes: number, detail = {}) =>
    noteDone({ ...ctx, now: () => new Date(Date.now() - minutes * 60_000) }, work, detail)

  test('that never came are to be looked at', async () => {
    expect((await runDoctor())('backup')).toMatchObject([{ state: 'warning', found: 'none was taken yet' }])
  })

  test.each([
    [5 * 60, 1, 'ok', '5 h old', 'ok', '1 min old'],
    [31 * 60, 11, 'bad', '31 h old', 'bad', '11 min old'],
  ])('of %i minutes and a log of %i', async (base, log, state, found, logState, logFound) => {
    await noteAgo('base', base)
    await noteAgo('log', log)
    const about = await runDoctor()
    expect(about('backup')).toMatchObject([{ state, found }])
    expect(about('backup of the log')).toMatchObject([{ state: logState, found: logFound }])
  })

  test('that anybody can read are told of, those with a key are well', async () => {
    await noteAgo('base', 1, { name: 'plain' })
    expect((await runDoctor())('key of backups')).toMatchObject([
      { state: 'warning', cure: expect.stringContaining('BACKUP_KEY') },
    ])
    await noteAgo('base', 1, { name: 'encrypted', recipient: 'age1example' })
    expect((await runDoctor())('key of backups')).toMatchObject([
      { state: 'ok', found: 'encrypted for age1example' },
    ])
  })

  test('that could not be restored for practice are bad', async () => {
    await noteAgo('base', 1)
    await noteAgo('drill', 60, { is_sound: false, trouble: 'no such file' })
    expect((await runDoctor())('restore for practice')).toMatchObject([
      { state: 'bad', found: 'failed: no such file' },
    ])
  })

  test('on the disk of Postgres are told of, where that can be seen', async ({ skip }) => {
    const { rows } = await sql<{ data: string }>`select current_setting('data_directory') as data`.execute(
      owner,
    )
    const data = rows[0]?.data ?? ''
    if (!existsSync(path.join(data, 'global/pg_control'))) skip('Postgres runs on another machine')
    const beside = mkdtempSync(path.join(path.dirname(data), 'otklik-backups-'))
    const elsewhere = ['/dev/shm', '/proc', folder].find(
      (place) => statSync(place).dev !== statSync(data).dev,
    )
    try {
      const about = await runDoctor({ BACKUP_DIR: beside })
      expect(about('place of backups')).toMatchObject([{ state: 'warning' }])
      expect(about('room of postgres')).toMatchObject([{ found: expect.stringMatching(/ GB free$/) }])
      expect((await runDoctor({ BACKUP_DIR: elsewhere ?? '' }))('place of backups')).toMatchObject([
        { state: 'ok' },
      ])
    } finally {
      rmSync(beside, { recursive: true })
    }
  })
})

describe('settings', () => {
  test('that others may read are told of, and nobody outside who watches', async () => {
    const file = path.join(folder, 'settings.env')
    writeFileSync(file, '')
    chmodSync(file, 0o644)
    const about = await runDoctor({}, '--settings', file)
    expect(about('settings')).toMatchObject([{ state: 'warning', cure: 'chmod 600 settings.env' }])
    expect(about('outside watch')).toMatchObject([{ state: 'warning' }])
    chmodSync(file, 0o600)
    const later = await runDoctor({ DEAD_MAN_URL: 'https://watch.example/1' }, '--settings', file)
    expect(later('settings')).toMatchObject([{ state: 'ok' }])
    expect(later('outside watch')).toMatchObject([{ state: 'ok' }])
  })
})

test('exchange rates that are too old to be shown are a warning that names their currencies', async () => {
  expect((await runDoctor())('exchange rates')).toMatchObject([{ state: 'ok' }])
  const { rate_date } = await ctx.db
    .selectFrom('currencies')
    .select('rate_date')
    .where('code', '=', 'USD')
    .executeTakeFirstOrThrow()
  const setDate = (day: string) =>
    ctx.db.updateTable('currencies').set({ rate_date: day }).where('code', '=', 'USD').execute()
  const dayMs = 24 * 60 * 60_000
  const daysAgo = (days: number) => new Date(ctx.now().getTime() - days * dayMs).toISOString().slice(0, 10)
  await setDate(daysAgo(6))
  expect((await runDoctor())('exchange rates')).toMatchObject([{ state: 'ok' }])
  await setDate(daysAgo(9))
  const findings = (await runDoctor())('exchange rates')
  await setDate(rate_date)
  expect(findings).toMatchObject([
    {
      state: 'warning',
      found: expect.stringMatching(/^USD: older than 7 days/),
      cure: expect.stringContaining('RATES_URL'),
    },
  ])
})
