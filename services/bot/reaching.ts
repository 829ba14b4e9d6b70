import type { Bot } from 'grammy'
import type { BotContext } from './context.ts'

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
