import { setInterval } from 'node:timers'
import type { Bot } from 'grammy'
import type { Context } from '#services/core/context.ts'
import type { BotContext } from './context.ts'
import { abandonedMs, takeLeftUpdates } from './inbox.ts'

/** Finishes what died processes left unfinished. */
export async function finishLeftUpdates(app: Context, bot: Bot<BotContext>): Promise<void> {
  for (const update of await takeLeftUpdates(app)) await bot.handleUpdate(update)
}

/** The same now and then. @returns ends it */
export function watchLeftUpdates(app: Context, bot: Bot<BotContext>): () => void {
  const net = setInterval(() => {
    finishLeftUpdates(app, bot).catch((error) => app.log.warn({ err: error }, 'left updates wait'))
  }, abandonedMs / 2)
  return () => clearInterval(net)
}
