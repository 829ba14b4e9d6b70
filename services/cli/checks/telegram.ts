import type { Api } from 'grammy'
import type { Config } from '#services/core/config.ts'
import { telegramApi } from '#services/notifications/telegram.ts'
import { webhookAddress } from '#services/notifications/webhook.ts'
import { bad, check, type Finding, ok, reasonOf, warning } from './finding.ts'

const patienceS = 5
/** Telegram's complaint about a delivery counts while it is so young. */
const recentS = 600
const pendingMost = 50

/** The bot, its two chats and the way in which updates come. */
export async function checkTelegram(config: Config): Promise<Finding[]> {
  const api = telegramApi(config, patienceS)
  try {
    const me = await api.getMe()
    return [
      ...bot(config, me),
      await chat(api, me.id, 'moderators', config.MODERATORS_CHAT_ID),
      await chat(api, me.id, 'operators', config.OPS_CHAT_ID),
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
    check(me.username === BOT_USERNAME, 'bot', name, () =>
      bad(
        'bot',
        `the token is ${name}'s and BOT_USERNAME says @${BOT_USERNAME}`,
        `Write BOT_USERNAME=${me.username}.`,
      ),
    ),
    check(me.supports_inline_queries, 'inline mode', 'on', () =>
      warning('inline mode', 'off: nobody can share a listing in a chat', 'Send /setinline to @BotFather.'),
    ),
    check(
      me.has_main_web_app === BOT_HAS_MAIN_APP,
      'main mini-app',
      BOT_HAS_MAIN_APP ? 'links open it' : 'none',
      () =>
        me.has_main_web_app
          ? warning(
              'main mini-app',
              'BotFather knows one and links lead past it',
              'Write BOT_HAS_MAIN_APP=1.',
            )
          : bad(
              'main mini-app',
              'links lead nowhere',
              'Configure it: @BotFather, Bot Settings, Configure Mini App. Or write BOT_HAS_MAIN_APP=0.',
            ),
    ),
  ]
}

async function chat(api: Api, bot_id: number, whose: string, id: number): Promise<Finding> {
  const about = `chat of the ${whose}`
  try {
    const { status } = await api.getChatMember(id, bot_id)
    return check(['member', 'administrator', 'creator'].includes(status), about, `the bot is ${status}`, () =>
      bad(about, `the bot is ${status} in ${id}`, 'Add the bot to the group.'),
    )
  } catch (error) {
    return bad(
      about,
      `${id}: ${reasonOf(error)}`,
      'Add the bot to the group and take its id, a negative number.',
    )
  }
}

async function updates(config: Config, api: Api): Promise<Finding> {
  const {
    url = '',
    pending_update_count,
    last_error_date = 0,
    last_error_message,
  } = await api.getWebhookInfo()
  if (config.BOT_MODE === 'polling')
    return check(url === '', 'updates', `the bot asks for them, ${pending_update_count} wait`, () =>
      bad(
        'updates',
        `BOT_MODE is polling and Telegram brings them to ${url}`,
        'Restart the bot, which takes the webhook away.',
      ),
    )
  const wanted = webhookAddress(config)
  if (url !== wanted)
    return bad(
      'updates',
      `Telegram brings them to ${url || 'nowhere'}`,
      `Restart the bot, which asks for ${wanted}.`,
    )
  // What did not arrive waits; when nothing does, everything has been brought since.
  if (pending_update_count > 0 && Date.now() / 1000 - last_error_date < recentS)
    return bad(
      'updates',
      `Telegram says: ${last_error_message}`,
      'Look at the proxy and at `docker compose logs bot`.',
    )
  if (pending_update_count > pendingMost)
    return warning(
      'updates',
      `${pending_update_count} wait at Telegram`,
      'Run more bots: docker compose up -d --scale bot=2.',
    )
  return ok('updates', `Telegram brings them, ${pending_update_count} wait`)
}
