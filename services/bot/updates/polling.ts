import { setTimeout as wait } from 'node:timers/promises'
import { run } from '@grammyjs/runner'
import { type Bot, GrammyError } from 'grammy'
import type { Update } from 'grammy/types'
import type { BotContext } from '#services/bot/context.ts'
import type { Context } from '#services/core/context.ts'
import { updateKinds } from '#services/notifications/telegram/webhook.ts'
import { isShortLived, startUpdateHandler, storeUpdate } from './inbox.ts'

/**
 * Maximum updates in progress or queued. The number is high, because one person who sends hundreds of files must not
 * delay others.
 */
const maxConcurrent = 10_000

/** Pause before a bot polls again after another one has polled. Each poll ends that of the other. */
const conflictWaitMs = 30_000

/**
 * Polls Telegram for updates. Each poll confirms the previous updates to Telegram, whether handled or not, so updates
 * are stored before the next poll. If this process dies, another process handles the remaining updates.
 */
export async function pollUpdates(app: Context, bot: Bot<BotContext>): Promise<UpdateReceiver> {
  // While a webhook is set, Telegram refuses getUpdates.
  await bot.api.deleteWebhook()
  // grammY's runner does not wait for running updates when it stops, so this code waits for them.
  const handler = startUpdateHandler(app, bot)
  bot.api.config.use(async (callApi, method, ...call) => {
    const answer = await callApi(method, ...call)
    if (method !== 'getUpdates' || !answer.ok) return answer
    const { fleeting = [], lasting = [] } = Object.groupBy(answer.result as Update[], (update) =>
      isShortLived(update) ? 'fleeting' : 'lasting',
    )
    // Short-lived updates are handled before the other updates are stored, because storing may take seconds.
    for (const update of fleeting) void handler.handleOrLog(update)
    await storeUpdates(app, lasting)
    return answer
  })
  const { api, errorHandler } = bot
  const handleUpdate = async (update: Update) => (isShortLived(update) ? undefined : handler.handle(update))
  const startRunner = () =>
    run(
      { api, errorHandler, handleUpdate },
      {
        runner: { fetch: { allowed_updates: updateKinds }, silent: true },
        sink: { concurrency: maxConcurrent },
      },
    )
  const stopping = new AbortController()
  let runner = startRunner()
  let isAlone = true

  /** Polls until the bot is stopped. While another program polls, this one waits and tries again. */
  async function poll(): Promise<void> {
    for (;;) {
      try {
        await runner.task()
        return
      } catch (error) {
        if (!isConflict(error)) throw error
        isAlone = false
        app.log.warn(
          `another program asks Telegram for the updates of this bot, and Telegram gives them to one: waiting ${conflictWaitMs / 1000} s. ` +
            'Stop the other one, or use BOT_MODE=webhook, in which several bots share the work.',
        )
      }
      await wait(conflictWaitMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      // The other program may have set a webhook, which ends polls as well.
      await bot.api.deleteWebhook().catch(() => {})
      isAlone = true
      runner = startRunner()
    }
  }

  return {
    ended: poll(),
    isReceiving: () => isAlone,
    async stop() {
      stopping.abort()
      if (runner.isRunning()) await runner.stop()
      await handler.stop()
    },
  }
}

/** True if Telegram has ended a poll because another one began, or because a webhook is set. */
const isConflict = (error: unknown) => error instanceof GrammyError && error.error_code === 409

async function storeUpdates(app: Context, updates: Update[]): Promise<void> {
  try {
    await Promise.all(updates.map((update) => storeUpdate(app, update)))
  } catch (error) {
    // While Postgres is down, updates are handled without being stored, so that the bot can tell people about the
    // trouble.
    app.log.warn({ err: error }, 'updates could not be stored')
  }
}

/** A running receiver of updates, by polling or by webhook. */
export type UpdateReceiver = {
  /** Promise that rejects when no more updates will arrive. */
  ended: Promise<void>
  /** False while another program takes the updates. */
  isReceiving(): boolean
  /** Stops accepting updates and finishes the running ones. */
  stop(): Promise<void>
}
