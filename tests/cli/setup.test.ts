import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#db/index.ts'
import { migrate } from '#db/migrate.ts'
import type { Finding } from '#services/cli/checks/result.ts'
import { databaseUrl, ownerUrl } from '#services/cli/environment.ts'
import { readConfig } from '#services/core/config/config.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'
import { startTelegram } from '#stand-ins/telegram/server.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { otklik, runCli } from './call.ts'

/** A password with every character that is special in a settings file, a URL or a shell. */
const hardPassword = `p/a@s:s#w?o%r d$HOME&\\"=!*()[]{}<>|;~^+,.\``
const shopAnswers = { merchant: 'otklik-demo', password1: 'first', password2: 'second', password3: 'third' }
const unreachableUrl = 'http://127.0.0.1:9/'

let folder: string
let infrastructure: Awaited<ReturnType<typeof takeInfrastructure>>
let telegram: Awaited<ReturnType<typeof startTelegram>>
let robokassa: Awaited<ReturnType<typeof startRobokassa>>
const { bot_token } = newSecrets()

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'otklik-setup-'))
  infrastructure = await takeInfrastructure()
  telegram = await startTelegram({ bot_token, bot_username: 'otklik_demo_bot' })
  const addresses = { result_url: unreachableUrl, success_url: unreachableUrl, fail_url: unreachableUrl }
  robokassa = await startRobokassa({ ...shopAnswers, hash: 'sha256', ...addresses })
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await Promise.all([telegram.close(), robokassa.close()])
})

/** An operator's answers to the questions of `otklik setup`, as a file that it reads. */
function answerText(change: Record<string, string> = {}): string {
  const answers = {
    DOMAIN: 'otklik.example',
    BOT_TOKEN: bot_token,
    BOT_API_ROOT: telegram.origin,
    BOT_API_ROOT_TRUSTED: '1',
    MODERATORS_CHAT_ID: '-1001000000001',
    OPS_CHAT_ID: '-1001000000002',
    ADMIN_TELEGRAM_IDS: '7000000001',
    ROBOKASSA_MERCHANT: shopAnswers.merchant,
    ROBOKASSA_PASSWORD_1: shopAnswers.password1,
    ROBOKASSA_PASSWORD_2: shopAnswers.password2,
    ROBOKASSA_HASH: 'sha256',
    ROBOKASSA_STATE_URL: `${robokassa.origin}/Merchant/WebService/Service.asmx/OpStateExt`,
    OPERATOR_NAME: 'ООО «Пример»',
    OPERATOR_TAX_ID: '7707083893',
    OPERATOR_ADDRESS: 'Москва, ул. Примерная, 1',
    OPERATOR_EMAIL: 'help@otklik.example',
    OPERATOR_TAX_SCHEME: 'osn',
    OPERATOR_VAT: 'vat20',
    POSTGRES_APP_PASSWORD: hardPassword,
    ...change,
  }
  const file = path.join(folder, 'answers')
  writeFileSync(
    file,
    Object.entries(answers)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  )
  return file
}

const readEnvFile = (file: string) => parseEnv(readFileSync(file, 'utf8')) as Record<string, string>

test('setup writes the settings with secrets of its own, tells Telegram of the bot and hears that the shop knows us', async () => {
  const file = path.join(folder, 'first.env')
  const { code, data } = await runCli(['setup', '--settings', file, '--answers', answerText()])
  expect((data.findings as Finding[]).filter(({ state }) => state !== 'ok')).toEqual([
    expect.objectContaining({ about: 'refunds', state: 'warning' }),
  ])
  expect(code).toBe(0)
  const env = readEnvFile(file)
  expect(env).toMatchObject({
    APP_ORIGIN: 'https://otklik.example',
    BOT_USERNAME: 'otklik_demo_bot',
    BOT_MODE: 'webhook',
    NODE_ENV: 'production',
    POSTGRES_APP_PASSWORD: hardPassword,
  })
  for (const name of ['PHONE_KEY', 'DEPARTURE_KEY']) expect(env[name]).toMatch(/^[\da-f]{64}$/)
  expect(env.PHONE_KEY).not.toBe(env.DEPARTURE_KEY)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const bot = async (method: string) =>
    ((await (await fetch(`${telegram.origin}/bot${bot_token}/${method}`)).json()) as { result: unknown })
      .result
  expect(await bot('getWebhookInfo')).toMatchObject({ url: 'https://otklik.example/telegram/updates' })
  expect(await bot('getMyCommands?scope={"type":"all_private_chats"}')).toContainEqual(
    expect.objectContaining({ command: 'support' }),
  )
})

test('it begins as a program of its own where there are no settings yet', () => {
  const file = path.join(folder, 'program.env')
  const program = path.join(import.meta.dirname, '../../services/cli/main.ts')
  const line = ['setup', '--offline', '--settings', file, '--answers', answerText()]
  const { status, stderr } = spawnSync(process.execPath, [program, ...line], { encoding: 'utf8' })
  expect(stderr).toContain(`${file} is written`)
  expect(status).toBe(0)
})

test('with a password full of signs the database of the settings is migrated and opened', async () => {
  const file = path.join(folder, 'signs.env')
  await runCli(['setup', '--offline', '--settings', file, '--answers', answerText()])
  const role = `otklik_signs_${process.pid}`
  const address = new URL(infrastructure.owner_url)
  const password = decodeURIComponent(address.password)
  const host = `${address.host}${address.pathname}`
  const env = {
    ...readEnvFile(file),
    DATABASE_URL: `postgres://${role}@${host}`,
    DATABASE_OWNER_URL: `postgres://${address.username}@${host}`,
    POSTGRES_PASSWORD: password,
  }
  await migrate(ownerUrl(env), databaseUrl(env))
  const db = connect(databaseUrl(env))
  const { rows } = await sql`select current_user as role`.execute(db)
  await db.destroy()
  expect(rows).toEqual([{ role }])
  const owner = connect(infrastructure.owner_url)
  await sql`drop owned by ${sql.id(role)}; drop role ${sql.id(role)}`.execute(owner)
  await owner.destroy()
})

test('what is there stays: secrets, and what was never asked', async () => {
  const file = path.join(folder, 'again.env')
  await runCli(['setup', '--offline', '--settings', file, '--answers', answerText()])
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nRATES_URL=https://rates.example/today\n`)
  const settingsBefore = readEnvFile(file)
  await runCli([
    'setup',
    '--offline',
    '--settings',
    file,
    '--answers',
    answerText({ DOMAIN: 'other.example' }),
  ])
  expect(readEnvFile(file)).toEqual({ ...settingsBefore, DOMAIN: 'other.example' })
  expect(() =>
    readConfig({ ...readEnvFile(file), BOT_USERNAME: 'otklik_demo_bot', ...servers() }),
  ).not.toThrow()
})

const servers = () => ({ DATABASE_URL: infrastructure.database_url, REDIS_URL: infrastructure.redis_url })

test('every wrong answer is named at once, and nothing is written', async () => {
  const file = path.join(folder, 'wrong.env')
  const wrongSettings = {
    DOMAIN: 'https://otklik.example',
    OPERATOR_TAX_ID: '7707083894',
    ROBOKASSA_PASSWORD_2: '',
    ROBOKASSA_HASH: '',
  }
  const { code, data } = await runCli(['setup', '--settings', file, '--answers', answerText(wrongSettings)])
  expect(code).toBe(1)
  expect(data.error).toContain('  ROBOKASSA_HASH: needed: one of sha256, sha384, ')
  expect(data.error).toContain('  ROBOKASSA_PASSWORD_2: needed: Its password 2')
  for (const name of Object.keys(wrongSettings)) expect(data.error).toContain(`  ${name}: `)
  expect(data.error?.split('\n')).toHaveLength(5)
  expect(() => statSync(file)).toThrow('ENOENT')
  expect((await otklik(['setup'])).stderr).toContain('--answers')
})

test('the place and the key of backups and the outside watch are answers as others', async () => {
  const file = path.join(folder, 'backups.env')
  const answers = {
    BACKUP_S3_BUCKET: 'otklik-backups',
    S3_ENDPOINT: 'https://s3.example',
    S3_REGION: 'ru-central1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret access key',
    BACKUP_KEY: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
    DEAD_MAN_URL: 'https://watch.example/1',
  }
  const line = (change: object) => [
    ...['setup', '--offline', '--settings', file],
    ...['--answers', answerText({ ...answers, ...change })],
  ]
  expect((await runCli(line({}))).code).toBe(0)
  expect(readEnvFile(file)).toMatchObject(answers)
  const wrong = { BACKUP_KEY: answers.BACKUP_KEY.replace('ql3z', 'ql3y'), BACKUP_FOLDER: 'backups' }
  const { data } = await runCli(line({ ...wrong, BACKUP_S3_BUCKET: 's3://x', DEAD_MAN_URL: 'watch' }))
  for (const name of ['BACKUP_KEY', 'BACKUP_FOLDER', 'BACKUP_S3_BUCKET', 'DEAD_MAN_URL'])
    expect(data.error).toContain(`  ${name}: `)
  expect(readEnvFile(file)).toMatchObject(answers)
})

test('a shop that does not know our password is told of, with the cure', async () => {
  const file = path.join(folder, 'shop.env')
  const { code, data } = await runCli([
    ...['setup', '--settings', file],
    ...['--answers', answerText({ ROBOKASSA_PASSWORD_2: 'wrong' })],
  ])
  expect(code).toBe(1)
  expect(data.findings).toContainEqual(
    expect.objectContaining({ about: 'robokassa', cure: expect.stringContaining('ROBOKASSA_PASSWORD_2') }),
  )
})

/** Returns the findings of `otklik doctor` for an installation that uses the stand-ins. */
async function runDoctor(change: Record<string, string> = {}) {
  const { owner_url, ...ownInfrastructure } = infrastructure
  const ports = { telegram_port: 9, api_port: 9, robokassa_port: 9 }
  const env = productEnvironment({
    ...ownInfrastructure,
    ...ports,
    secrets: { ...newSecrets(), bot_token },
    people_file: '',
  })
  const { code, data } = await runCli(['doctor'], {
    ...env,
    // This installation reaches the Bot API directly at the Telegram stand-in, without a proxy.
    BOT_API_ROOT: telegram.origin,
    ROBOKASSA_STATE_URL: `${robokassa.origin}/Merchant/WebService/Service.asmx/OpStateExt`,
    ROBOKASSA_PASSWORD_2: shopAnswers.password2,
    FILES_DIR: folder,
    ...change,
  })
  const findings = data.findings as Finding[]
  return { code, findingAbout: (topic: string) => findings.find((one) => one.about === topic), findings }
}

test('the doctor finds what is well, and names what is not with its cure', async () => {
  await fetch(`${telegram.origin}/bot${bot_token}/setWebhook?url=https://otklik.example/telegram/updates`)
  const { findingAbout, findings, code } = await runDoctor()
  const passedChecks = [
    'postgres',
    'time zone',
    'clock of postgres',
    'migrations',
    'pooler',
    'redis',
    'bot',
    'robokassa',
  ]
  expect(passedChecks.map((about) => [about, findingAbout(about)?.state])).toEqual(
    passedChecks.map((about) => [about, 'ok']),
  )
  // No server listens at the mini-app's URL. A webhook is set although the bot polls for updates.
  expect(findingAbout('way in')).toMatchObject({ state: 'bad', cure: expect.stringContaining('caddy') })
  expect(findingAbout('updates')).toMatchObject({
    state: 'bad',
    cure: expect.stringContaining('Restart the bot'),
  })
  expect(code).toBe(1)
  for (const { state, cure } of findings) expect(state === 'ok').toBe(cure === undefined)
})

test('the doctor names work whose rounds stay away', async () => {
  const { redis_url, redis_prefix } = infrastructure
  const redis = new Redis(redis_url, { keyPrefix: `${redis_prefix}:` })
  const roundEntry = (minutesAgo: number, every: number) =>
    JSON.stringify({ at: Date.now() - minutesAgo * 60_000, every: every * 60_000 })
  await redis.hset('rounds', { retention: roundEntry(100, 60), 'view-counting': roundEntry(5, 0.1) })
  expect((await runDoctor()).findingAbout('rounds')).toMatchObject({
    state: 'bad',
    found: expect.stringMatching(/view-counting for 5 min$/),
  })
  await redis.hset('rounds', 'view-counting', roundEntry(0, 0.1))
  expect((await runDoctor()).findingAbout('rounds')).toMatchObject({ state: 'ok', found: '2 come in time' })
  redis.disconnect()
})

test('the doctor names servers that are away, and a token of another bot', async () => {
  const { findingAbout } = await runDoctor({
    DATABASE_URL: 'postgres://otklik@127.0.0.1:9/otklik',
    REDIS_URL: 'redis://127.0.0.1:9',
    BOT_USERNAME: 'another_bot',
  })
  expect(findingAbout('postgres')).toMatchObject({
    state: 'bad',
    found: expect.stringContaining('ECONNREFUSED'),
  })
  expect(findingAbout('redis')).toMatchObject({ state: 'bad' })
  expect(findingAbout('bot')).toMatchObject({ state: 'bad', cure: 'Write BOT_USERNAME=otklik_demo_bot.' })
})
