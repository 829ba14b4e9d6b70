import { run } from '@grammyjs/runner'
import { createBot } from '#services/bot/bot.ts'
import { updateKinds } from '#services/notifications/telegram/webhook.ts'
import { newSecrets, originOf, productEnvironment } from '#stand-ins/launcher/environment.ts'
import { startRobokassa } from '#stand-ins/robokassa/server.ts'
import type { Shop } from '#stand-ins/robokassa/shop.ts'
import { startTelegram } from '#stand-ins/telegram/server.ts'
import { type RunningApi, relaxedLimits, startApi } from '#tests/support/api/api.ts'
import { type ControlApi, openControlApi } from '#tests/support/servers/stand-in-control.ts'

/** A Postgres with all tables and a Redis for one world. */
export type Servers = { owner_url: string; database_url: string; redis_url: string; redis_prefix?: string }

/** The product and a Robokassa stand-in in this process, on one test clock. The Telegram stand-in has its own clock. */
export interface MoneyWorld {
  api: RunningApi
  shop: Shop
  telegram: ControlApi
  /** Moves the clock of the product and of the provider. */
  advanceClock(ms: number): void
  close(): Promise<void>
}

export async function openMoneyWorld(
  servers: Servers,
  environment: Record<string, string> = {},
): Promise<MoneyWorld> {
  const secrets = newSecrets()
  const telegram = await startTelegram({ bot_token: secrets.bot_token, bot_username: 'otklik_demo_bot' })
  const nowhere = 'http://127.0.0.1:9/'
  const provider = await startRobokassa({
    merchant: 'otklik-demo',
    password1: secrets.robokassa_password_1,
    password2: secrets.robokassa_password_2,
    password3: secrets.robokassa_password_3,
    result_url: nowhere,
    success_url: nowhere,
    fail_url: nowhere,
  })
  // Robokassa takes a fee for each sale. It reports either the price or the credited amount, at random.
  provider.shop.faults.plan([
    { kind: 'fee', from: 0, to: 10 },
    { kind: 'state_gross', probability: 0.5 },
  ])
  const portOf = (origin: string) => Number(new URL(origin).port)
  const ports = {
    telegram_port: portOf(telegram.origin),
    robokassa_port: portOf(provider.origin),
    api_port: 9,
  }
  const deployment = { ...servers, secrets, ...ports, people_file: '' }
  const ownEnvironment = { PAYMENTS_POLICY: 'store-safe', ...environment }
  const api = await startApi(servers.owner_url, {
    ...productEnvironment(deployment),
    ...relaxedLimits,
    ...ownEnvironment,
  })
  // Robokassa needs the server's address for its calls. The address is known only after the server listens.
  const origin = await api.server.listen({ host: '127.0.0.1', port: 0 })
  Object.assign(provider.shop.settings, {
    result_url: `${origin}/pay/robokassa/result`,
    success_url: `${origin}/pay/robokassa/success`,
    fail_url: `${origin}/pay/robokassa/fail`,
  })
  const bot = createBot(api.ctx)
  await bot.init()
  const runner = run(bot, { runner: { fetch: { allowed_updates: updateKinds, timeout: 5 }, silent: true } })
  return {
    api,
    shop: provider.shop,
    telegram: openControlApi(`${originOf(ports.telegram_port)}/__desk/api`),
    advanceClock(ms) {
      api.advanceClock(ms)
      provider.shop.clock.advance(ms)
    },
    async close() {
      await runner.stop()
      await api.close()
      await provider.close()
      await telegram.close()
    },
  }
}
