import { setTimeout as wait } from 'node:timers/promises'
import { run } from '@grammyjs/runner'
import { HttpError } from 'grammy'
import { readConfig } from '#services/config.ts'
import { closeContext, createContext } from '#services/context.ts'
import { createBot } from './bot.ts'
import { introduce } from './settings.ts'
import { updateKinds } from './updates.ts'

const config = readConfig()
if (config.BOT_MODE === 'webhook') throw new Error('BOT_MODE=webhook is not supported yet: use polling')

const ctx = createContext(config, 'bot')
const bot = createBot(ctx)

/** Telegram may be away when we start; a refusal such as a wrong token ends the process. */
async function untilReached(call: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await call()
      return
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      ctx.log.warn('telegram is away')
      await wait(1000)
    }
  }
}

await untilReached(() => bot.init())
// Telegram gives updates either to a webhook or to who asks for them.
await untilReached(() => bot.api.deleteWebhook())
await introduce(ctx, bot.api).catch((error) => ctx.log.warn({ err: error }, 'telegram refused our settings'))

const runner = run(bot, { runner: { fetch: { allowed_updates: updateKinds }, silent: true } })
ctx.log.info({ bot: bot.botInfo.username }, 'ready')

let stopping = false

/** Takes no more updates, finishes those under way, then lets go of the outside world. */
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  if (runner.isRunning()) await runner.stop()
  await closeContext(ctx)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
runner.task()?.catch(async (error: unknown) => {
  ctx.log.fatal({ err: error }, 'telegram gives no more updates')
  process.exitCode = 1
  await stop()
})
