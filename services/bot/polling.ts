import { run } from '@grammyjs/runner'
import type { Bot } from 'grammy'
import type { Update } from 'grammy/types'
import type { Context } from '#services/core/context.ts'
import type { BotContext } from './context.ts'
import { storeUpdate } from './inbox.ts'
import { watchLeftUpdates } from './left-updates.ts'
import { isFleeting } from './once.ts'
import type { Receiving } from './updates.ts'
import { updateKinds } from './updates.ts'

/**
 * Asks Telegram for updates again and again. Asking for the next ones confirms the last, handled or not, so they
 * are stored first: what a process does not live to finish, another finishes.
 */
export async function pollUpdates(app: Context, bot: Bot<BotContext>): Promise<Receiving> {
  // Telegram gives updates either to a webhook or to who asks for them.
  await bot.api.deleteWebhook()
  bot.api.config.use(async (previous, method, ...call) => {
    const answer = await previous(method, ...call)
    if (method === 'getUpdates' && answer.ok) await keep(app, answer.result as Update[])
    return answer
  })
  // The runner's own stop waits for nobody.
  const underWay = new Set<Promise<void>>()
  const handleUpdate = (update: Update) => {
    const handling = bot.handleUpdate(update).finally(() => underWay.delete(handling))
    underWay.add(handling)
    return handling
  }
  const { api, errorHandler } = bot
  const runner = run(
    { api, errorHandler, handleUpdate },
    { runner: { fetch: { allowed_updates: updateKinds }, silent: true } },
  )
  const stopWatching = watchLeftUpdates(app, bot)
  return {
    ended: runner.task() ?? Promise.resolve(),
    async stop() {
      stopWatching()
      if (runner.isRunning()) await runner.stop()
      await Promise.allSettled(underWay)
    },
  }
}

async function keep(app: Context, updates: Update[]): Promise<void> {
  try {
    for (const update of updates) if (!isFleeting(update)) await storeUpdate(app, update)
  } catch (error) {
    // Without Postgres people are told that there is trouble; silence would be worse.
    app.log.warn({ err: error }, 'updates could not be stored')
  }
}
