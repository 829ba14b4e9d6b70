import { setTimeout as wait } from 'node:timers/promises'
import { GrammyError, HttpError } from 'grammy'
import { pollUpdates } from '#services/bot/updates/polling.ts'
import { receiveUpdates } from '#services/bot/updates/webhook.ts'
import { SettingsError } from '#services/core/config/config.ts'
import { closeContext } from '#services/core/context.ts'
import { settingsExitCode } from '#services/core/observability/log.ts'
import { openContext, readSettings } from '#services/core/start-process.ts'
import { isOwnName } from '#services/core/telegram/bot-link.ts'
import { findStaffChats } from '#services/notifications/staff-chats.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { introduce } from '#services/notifications/telegram/introduction.ts'
import { openOpsServer } from '#services/operations/ops-server.ts'
import { startMarks } from '#services/operations/processes.ts'
import { cachedCheck, checkServers } from '#services/operations/readiness.ts'
import { createBot } from './bot.ts'

const ctx = await openContext(readSettings('bot'), 'bot')
const bot = createBot(ctx)
const isTelegramReachable = cachedCheck(5000, () => telegramApi(ctx.config, 2).getMe())
let isReceiving = false
// The health server opens before Telegram answers. A process that still waits for Telegram is alive but not ready.
const ready = async () => ({
  parts: {
    ...(await checkServers(ctx)),
    telegram: isReceiving && receiver.isReceiving() && (await isTelegramReachable()),
  },
  needed: ['postgres', 'telegram'],
})
const closeOpsServer = await openOpsServer(ctx, { ready })
const marks = startMarks(ctx, 'bot', ready)

/**
 * Returns an error that says in one sentence that Telegram does not know the bot; any other error as it is. Telegram
 * answers 401 for a token that was revoked, 404 for one that never was.
 */
function explain(error: unknown): unknown {
  if (!(error instanceof GrammyError) || ![401, 404].includes(error.error_code)) return error
  return new SettingsError(
    `Telegram does not know the token in BOT_TOKEN (${error.error_code}: ${error.description}): take the one that ` +
      '@BotFather shows for this bot, and start the bot and the workers again.',
  )
}

/**
 * Retries the start while Telegram is unreachable. If Telegram refuses the start, as for a wrong token, the process
 * ends.
 */
async function untilReached<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof HttpError)) throw explain(error)
      ctx.log.warn('telegram is away')
      await wait(1000)
    }
  }
}

await untilReached(() => bot.init())
if (!isOwnName(ctx.config, bot.botInfo.username))
  throw new SettingsError(
    `BOT_USERNAME says @${ctx.config.BOT_USERNAME}, and the token of BOT_TOKEN is @${bot.botInfo.username}'s: every link would lead to another bot. Write BOT_USERNAME=${bot.botInfo.username}, or take the right token.`,
  )
await findStaffChats(ctx.db, ctx.config)
  .then((staff) => introduce(ctx, bot.api, staff))
  .catch((error) => ctx.log.warn({ err: error }, 'telegram refused our settings'))
const startReceiving = ctx.config.BOT_MODE === 'webhook' ? receiveUpdates : pollUpdates
const receiver = await untilReached(() => startReceiving(ctx, bot))
isReceiving = true
ctx.log.info({ bot: bot.botInfo.username, mode: ctx.config.BOT_MODE }, 'ready')

let isStopping = false

/** Shuts the bot down: accepts no more updates, finishes the running updates, then closes the connections. */
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  isReceiving = false
  await receiver.stop()
  closeOpsServer?.()
  await marks.stop()
  await closeContext(ctx)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
receiver.ended.catch(async (error: unknown) => {
  const reason = explain(error)
  if (reason instanceof SettingsError) ctx.log.fatal(reason.message)
  else ctx.log.fatal({ err: error }, 'telegram gives no more updates')
  process.exitCode = reason instanceof SettingsError ? settingsExitCode : 1
  await stop()
})
