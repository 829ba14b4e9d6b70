import { setInterval } from 'node:timers'
import type { Bot } from 'grammy'
import type { Context } from '#services/context.ts'
import type { BotContext } from './context.ts'
import { abandonedMs, takeLeftUpdates } from './stored-updates.ts'

/** Finishes now and then what died processes left unfinished. @returns ends it */
export function finishLeftUpdates(app: Context, bot: Bot<BotContext>): () => void {
  const finish = async () => {
    for (const update of await takeLeftUpdates(app)) await bot.handleUpdate(update)
  }
  const net = setInterval(() => {
    finish().catch((error) => app.log.warn({ err: error }, 'left updates wait'))
  }, abandonedMs / 2)
  return () => clearInterval(net)
}
