import { run } from '@grammyjs/runner'
import type { Bot } from 'grammy'
import type { Context } from '#services/context.ts'
import type { BotContext } from './context.ts'
import type { Receiving } from './updates.ts'
import { updateKinds } from './updates.ts'

/** Asks Telegram for updates again and again. */
export async function pollUpdates(_app: Context, bot: Bot<BotContext>): Promise<Receiving> {
  // Telegram gives updates either to a webhook or to who asks for them.
  await bot.api.deleteWebhook()
  const runner = run(bot, { runner: { fetch: { allowed_updates: updateKinds }, silent: true } })
  return {
    ended: runner.task() ?? Promise.resolve(),
    async stop() {
      if (runner.isRunning()) await runner.stop()
    },
  }
}
