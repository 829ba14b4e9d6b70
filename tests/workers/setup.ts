import type { Language } from '#contract/languages.ts'
import { connect } from '#db/index.ts'
import { type Config, readConfig } from '#services/core/config/config.ts'
import { type Context, closeContext, createContext } from '#services/core/context.ts'
import type { Log } from '#services/core/observability/log.ts'
import { newSecrets, originOf, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { startTelegram } from '#stand-ins/telegram/server.ts'
import { atEnd } from '#tests/support/run/at-end.ts'
import { takeInfrastructure } from '#tests/support/servers/infrastructure.ts'
import { openControlApi } from '#tests/support/servers/stand-in-control.ts'

/** A database, a Redis prefix and a Telegram stand-in for workers that run inside the test. */
export async function setUpWorkers(log?: Log) {
  const infrastructure = await takeInfrastructure()
  const secrets = newSecrets()
  const telegram = await startTelegram({ bot_token: secrets.bot_token, bot_username: 'otklik_demo_bot' })
  const telegram_port = Number(new URL(telegram.origin).port)
  const deployment = {
    ...infrastructure,
    secrets,
    telegram_port,
    api_port: 9,
    robokassa_port: 9,
    people_file: '',
  }
  const config = readConfig({
    ...productEnvironment(deployment),
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  })
  const ctx = { ...createContext(config, 'test'), ...(log && { log }) }
  const owner = connect(infrastructure.owner_url, { max: 1 })
  if (ctx.redis.status !== 'ready') await new Promise((resolve) => ctx.redis.once('ready', resolve))
  atEnd(async () => {
    await Promise.all([closeContext(ctx), owner.destroy()])
    await telegram.close()
  })
  return {
    ctx,
    owner,
    owner_url: infrastructure.owner_url,
    telegram: openControlApi(`${originOf(telegram_port)}/__desk/api`),
  }
}

export type WorkerSetup = Awaited<ReturnType<typeof setUpWorkers>>

/** Creates a context with a changed configuration, for example with an unreachable Redis. */
export function contextWith(ctx: Context, change: Partial<Config>): Context {
  const changedContext = createContext({ ...ctx.config, ...change }, 'test')
  atEnd(() => closeContext(changedContext))
  return changedContext
}

let lastTelegramId = 7_000_100_000

type PersonColumns = {
  category_id?: number
  can_write?: boolean
  ui_language?: Language
  in_telegram?: boolean
}

/** Inserts a person who has started the bot and takes orders. */
export async function insertPerson({ ctx, telegram }: WorkerSetup, options: PersonColumns = {}) {
  const { in_telegram = true, ...columns } = options
  const telegram_id = ++lastTelegramId
  const full_name = `Person ${telegram_id}`
  if (in_telegram) {
    await telegram.post('/users', { id: telegram_id, first_name: full_name, language_code: 'ru' })
    await telegram.post(`/users/${telegram_id}/start`)
  }
  const { id } = await ctx.db
    .insertInto('users')
    .values({ telegram_id, full_name, can_write: true, ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, telegram_id }
}

export async function insertOrder(
  { ctx }: WorkerSetup,
  author_id: number,
  columns: Record<string, unknown> = {},
) {
  const now = ctx.now().toISOString()
  const { id } = await ctx.db
    .insertInto('listings')
    .values({
      kind: 'order',
      author_id,
      status: 'published',
      title: 'Сайт для кофейни',
      content_hash: crypto.randomUUID(),
      price: 250_000,
      payment_format: 'fixed',
      published_at: now,
      expires_at: new Date(Date.parse(now) + 86_400_000).toISOString(),
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
