import { run } from '@grammyjs/runner'
import type { Bot } from 'grammy'
import type { Update } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { updateKinds } from '#services/notifications/webhook.ts'
import { isFleeting, openHands, storeUpdate } from './inbox.ts'

/** Updates that are handled or wait behind others of their person: one who sends hundreds of files stops nobody else. */
const mostUnderWay = 10_000

/**
 * Asks Telegram for updates again and again. Asking for the next ones confirms the last, handled or not, so they
 * are stored first: what a process does not live to finish, another finishes.
 */
export async function pollUpdates(app: Context, bot: Bot<BotContext>): Promise<Receiving> {
  // While a webhook is set, Telegram refuses getUpdates.
  await bot.api.deleteWebhook()
  // The runner's own stop does not wait for updates that are being handled.
  const hands = openHands(app, bot)
  bot.api.config.use(async (previous, method, ...call) => {
    const answer = await previous(method, ...call)
    if (method !== 'getUpdates' || !answer.ok) return answer
    const { fleeting = [], lasting = [] } = Object.groupBy(answer.result as Update[], (update) =>
      isFleeting(update) ? 'fleeting' : 'lasting',
    )
    // At once, for storing the others may last.
    for (const update of fleeting) void hands.handleOrLog(update)
    await keep(app, lasting)
    return answer
  })
  const { api, errorHandler } = bot
  const handleUpdate = async (update: Update) => (isFleeting(update) ? undefined : hands.handle(update))
  const runner = run(
    { api, errorHandler, handleUpdate },
    {
      runner: { fetch: { allowed_updates: updateKinds }, silent: true },
      sink: { concurrency: mostUnderWay },
    },
  )
  return {
    ended: runner.task() ?? Promise.resolve(),
    async stop() {
      if (runner.isRunning()) await runner.stop()
      await hands.stop()
    },
  }
}

async function keep(app: Context, updates: Update[]): Promise<void> {
  try {
    await Promise.all(updates.map((update) => storeUpdate(app, update)))
  } catch (error) {
    // Without Postgres people are told that there is trouble; silence would be worse.
    app.log.warn({ err: error }, 'updates could not be stored')
  }
}

/** One of the two ways in which updates come. */
export type Receiving = {
  /** Rejects when no more updates will come. */
  ended: Promise<void>
  /** Takes no more and finishes those under way. */
  stop(): Promise<void>
}
