import { run } from '@grammyjs/runner'
import type { Bot } from 'grammy'
import type { Update } from 'grammy/types'
import type { Context } from '#services/core/context.ts'
import type { BotContext } from './context.ts'
import { isFleeting, storeUpdate, watchLeftUpdates } from './inbox.ts'

/**
 * Asks Telegram for updates again and again. Asking for the next ones confirms the last, handled or not, so they
 * are stored first: what a process does not live to finish, another finishes.
 */
export async function pollUpdates(app: Context, bot: Bot<BotContext>): Promise<Receiving> {
  // While a webhook is set, Telegram refuses getUpdates.
  await bot.api.deleteWebhook()
  bot.api.config.use(async (previous, method, ...call) => {
    const answer = await previous(method, ...call)
    if (method === 'getUpdates' && answer.ok) await keep(app, answer.result as Update[])
    return answer
  })
  // The runner's own stop does not wait for updates that are being handled.
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

/** A long poll answers within half a minute; two silent ones mean that Telegram is away. */
const silentMs = 70_000

/** Notes when Telegram last answered. @returns whether that was lately */
export function watchTelegram(bot: Bot<BotContext>): () => boolean {
  let answeredAt = 0
  bot.api.config.use(async (previous, ...call) => {
    const answer = await previous(...call)
    answeredAt = Date.now()
    return answer
  })
  return () => Date.now() - answeredAt < silentMs
}

/** The kinds of updates that we ask for; without a list Telegram would use the one of the last call. */
export const updateKinds = [
  'message',
  'callback_query',
  'my_chat_member',
  'pre_checkout_query',
  'inline_query',
  'chosen_inline_result',
] as const

/** One of the two ways in which updates come. */
export type Receiving = {
  /** Rejects when no more updates will come. */
  ended: Promise<void>
  /** Takes no more and finishes those under way. */
  stop(): Promise<void>
}
