import type { Api } from 'grammy'
import type { Db } from '#db/index.ts'
import type { Config } from '#services/core/config/config.ts'
import { isOwnName } from '#services/core/telegram/bot-link.ts'
import { telegramApi } from '#services/notifications/telegram/client.ts'
import { webhookAddress } from '#services/notifications/telegram/webhook.ts'
import { bad, check, type Finding, ok, reasonOf, warning } from './result.ts'
import { checkChannels, checkStaffChats } from './staff-chats.ts'

const timeoutS = 5
/** Seconds for which the last delivery error that Telegram reports for the webhook counts as recent. */
const recentS = 600
const maxPending = 50

/**
 * Checks the bot, its two staff chats and the delivery of updates.
 * @param db database with the new ids of migrated chats; undefined before the first start
 */
export async function checkTelegram(config: Config, db?: Db): Promise<Finding[]> {
  const api = telegramApi(config, timeoutS)
  try {
    const me = await api.getMe()
    return [
      ...bot(config, me),
      ...(await checkStaffChats(api, me.id, config, db)),
      ...(await checkChannels(api, config, db)),
      await updates(config, api),
    ]
  } catch (error) {
    return [
      bad(
        'telegram',
        reasonOf(error),
        'Look at BOT_TOKEN, and whether this machine reaches api.telegram.org.',
      ),
    ]
  }
}

type Me = Awaited<ReturnType<Api['getMe']>>

function bot({ BOT_USERNAME, BOT_HAS_MAIN_APP }: Config, me: Me): Finding[] {
  const name = `@${me.username}`
  return [
    check(isOwnName({ BOT_USERNAME }, me.username), 'bot', name, {
      bad: `the token is ${name}'s and BOT_USERNAME says @${BOT_USERNAME}`,
      cure: `Write BOT_USERNAME=${me.username}.`,
    }),
    check(me.supports_inline_queries, 'inline mode', 'on', {
      warning: 'off: nobody can share a listing in a chat',
      cure: 'Send /setinline to @BotFather.',
    }),
    check(
      me.has_main_web_app === BOT_HAS_MAIN_APP,
      'main mini-app',
      BOT_HAS_MAIN_APP ? 'links open it' : 'none',
      me.has_main_web_app
        ? {
            warning: 'BotFather knows one and links lead past it',
            cure: 'Write BOT_HAS_MAIN_APP=1.',
          }
        : {
            bad: 'links lead nowhere',
            cure: 'Configure it: @BotFather, Bot Settings, Configure Mini App. Or write BOT_HAS_MAIN_APP=0.',
          },
    ),
  ]
}

async function updates(config: Config, api: Api): Promise<Finding> {
  const {
    url = '',
    pending_update_count,
    last_error_date = 0,
    last_error_message,
  } = await api.getWebhookInfo()
  if (config.BOT_MODE === 'polling')
    return check(url === '', 'updates', `the bot asks for them, ${pending_update_count} wait`, {
      bad: `BOT_MODE is polling and Telegram brings them to ${url}`,
      cure: 'Restart the bot, which takes the webhook away.',
    })
  const expectedUrl = webhookAddress(config)
  if (url !== expectedUrl)
    return bad(
      'updates',
      `Telegram brings them to ${url || 'nowhere'}`,
      `Restart the bot, which asks for ${expectedUrl}.`,
    )
  // The error still lasts if updates are pending. Without pending updates, Telegram has delivered all updates since the
  // error.
  if (pending_update_count > 0 && Date.now() / 1000 - last_error_date < recentS)
    return bad(
      'updates',
      `Telegram says: ${last_error_message}`,
      'Look at the proxy and at `docker compose logs bot`.',
    )
  if (pending_update_count > maxPending)
    return warning(
      'updates',
      `${pending_update_count} wait at Telegram`,
      'Run more bots: docker compose up -d --scale bot=2.',
    )
  return ok('updates', `Telegram brings them, ${pending_update_count} wait`)
}
