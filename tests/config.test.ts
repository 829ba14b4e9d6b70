import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { configNames, readConfig } from '#services/core/config/config.ts'
import { newSecrets, productEnvironment } from '#stand-ins/launcher/environment.ts'

const text = readFileSync(path.resolve(import.meta.dirname, '../.env.example'), 'utf8')
const example = parseEnv(text) as Record<string, string>
/** Variables of docker-compose.yml that the processes do not read from their environment. */
const requiredComposeNames = ['DOMAIN', 'POSTGRES_PASSWORD', 'POSTGRES_APP_PASSWORD']
const composeNames = ['BACKUP_FOLDER', ...requiredComposeNames]
const servers = { database_url: 'postgres://127.0.0.1/otklik', redis_url: 'redis://127.0.0.1' }
const ports = { api_port: 3000, telegram_port: 1, robokassa_port: 2 }
const completeEnvironment = productEnvironment({
  ...servers,
  ...ports,
  secrets: newSecrets(),
  people_file: '',
})

/** Names of the invalid variables for which the configuration is refused. */
function refusedVariables(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => /^\w+/.exec(line.trim())?.[0] ?? '')
  }
}

test('.env.example names exactly the variables of the configuration, in their order', () => {
  const names = [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect(names).toEqual([...configNames, ...composeNames])
})

test('docker-compose.yml demands exactly what .env.example says of it', () => {
  const composeFile = readFileSync(path.resolve(import.meta.dirname, '../docker-compose.yml'), 'utf8')
  const requiredByCompose = [...composeFile.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
  expect([...new Set(requiredByCompose)].sort()).toEqual([...requiredComposeNames].sort())
})

test('every variable of .env.example has one line that explains it', () => {
  const lines = text.trim().split('\n')
  for (const name of [...configNames, ...composeNames]) {
    const lineIndex = lines.findIndex((line) => line.startsWith(`${name}=`))
    expect(lines[lineIndex - 1], name).toMatch(/^# \S/)
    expect(lines[lineIndex - 2], name).not.toMatch(/^# /)
  }
})

test('what .env.example fills in are the defaults', () => {
  const filledDefaults = Object.fromEntries(Object.entries(example).filter(([, value]) => value))
  const requiredOnly = Object.fromEntries(
    Object.entries(completeEnvironment).filter(([name]) => !filledDefaults[name]),
  )
  expect(readConfig({ ...requiredOnly, ...filledDefaults })).toEqual(readConfig(requiredOnly))
})

test('an unfilled .env.example is refused for every variable that must be filled in, at once', () => {
  const markedRequired = text.matchAll(/^# needed:.*\n(\w+)=/gm)
  expect(refusedVariables(example).sort()).toEqual([...markedRequired].map(([, name]) => name).sort())
  expect(refusedVariables({}).sort()).toEqual(refusedVariables(example).sort())
})

test('every wrong variable is named at once', () => {
  const wrongValues = {
    NODE_ENV: 'prod',
    DATABASE_URL: 'postgres',
    API_PORT: '70000',
    BOT_TOKEN: 'token',
    BOT_MODE: 'push',
    JWT_SECRETS: 'first:short',
    PHONE_KEY: 'ff',
    DEPARTURE_KEY: 'ff',
    BACKUP_KEY: `age1${'q'.repeat(58)}`,
    ADMIN_TELEGRAM_IDS: '1,anna',
    MODERATORS_CHAT_ID: 'chat',
    ROBOKASSA_HASH: 'crc32',
    ROBOKASSA_IS_TEST: 'maybe',
  }
  expect(refusedVariables({ ...completeEnvironment, ...wrongValues }).sort()).toEqual(
    Object.keys(wrongValues).sort(),
  )
  expect(refusedVariables(completeEnvironment)).toEqual([])
})

test.each<[string, Record<string, string>, string]>([
  ['test payments', { ROBOKASSA_IS_TEST: '1' }, 'ROBOKASSA_IS_TEST'],
  ['a mini-app without https', { APP_ORIGIN: 'http://otklik.example' }, 'APP_ORIGIN'],
  ['an unknown Bot API', { BOT_API_ROOT: 'http://127.0.0.1:1' }, 'BOT_API_ROOT'],
  ['an invented administrator', { ADMIN_TELEGRAM_IDS: '1,4503599627370496' }, 'ADMIN_TELEGRAM_IDS'],
])('production refuses %s', (_name, change, name) => {
  const production = {
    ...completeEnvironment,
    NODE_ENV: 'production',
    APP_ORIGIN: 'https://otklik.example',
    BOT_API_ROOT: 'https://api.telegram.org',
    ADMIN_TELEGRAM_IDS: '4503599627370495',
  }
  expect(refusedVariables(production)).toEqual([])
  expect(refusedVariables({ ...production, ...change })).toEqual([name])
})

test('a webhook needs its secret', () => {
  expect(refusedVariables({ ...completeEnvironment, BOT_MODE: 'webhook' })).toEqual(['BOT_WEBHOOK_SECRET'])
})

test('what is missing is told apart from what is wrong', () => {
  const { BOT_TOKEN: _, ...environment } = completeEnvironment
  let lines: string[] = []
  try {
    readConfig({ ...environment, API_PORT: '70000' })
  } catch (error) {
    lines = (error as Error).message.split('\n').map((line) => line.trim())
  }
  expect(lines).toContain('BOT_TOKEN: is missing; .env.example says what it is')
  expect(lines.find((line) => line.startsWith('API_PORT: '))).not.toContain('is missing')
})
