import { Api, type Transformer } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { Config } from '#services/core/config/config.ts'
import { timeOutside } from '#services/core/metrics.ts'
import type { Effect } from './kinds.ts'

/** The Bot API; every call gives up after `timeoutSeconds` and nothing is repeated by itself. */
export function telegramApi(config: Pick<Config, 'BOT_TOKEN' | 'BOT_API_ROOT'>, timeoutSeconds: number): Api {
  const api = new Api(config.BOT_TOKEN, { apiRoot: config.BOT_API_ROOT.replace(/\/$/, ''), timeoutSeconds })
  api.config.use(timedCalls, withoutRefusedAccounts)
  return api
}

/** Times each request and names its outcome: `ok`, the code of a refusal, or `no_answer`. */
export const timedCalls: Transformer = (ask, method, ...rest) =>
  // It waits for updates, so how long it takes says nothing.
  method === 'getUpdates'
    ? ask(method, ...rest)
    : timeOutside(
        'telegram',
        method,
        () => ask(method, ...rest),
        (answer) => (answer.ok ? 'ok' : String(answer.error_code)),
      )

const isRefusedAccount = /BUTTON_USER_(PRIVACY_RESTRICTED|INVALID)/
type Markup = { inline_keyboard?: InlineKeyboardButton[][] }

/**
 * Says without its buttons to accounts what Telegram refuses for the sake of one: somebody's privacy may forbid such
 * buttons, and the words do not depend on them.
 */
export const withoutRefusedAccounts: Transformer = async (ask, method, payload, signal) => {
  const answer = await ask(method, payload, signal)
  const { inline_keyboard } = ((payload as { reply_markup?: Markup }).reply_markup ?? {}) as Markup
  if (answer.ok || !inline_keyboard || !isRefusedAccount.test(answer.description)) return answer
  const others = inline_keyboard
    .map((row) => row.filter((button) => !('url' in button && button.url.startsWith('tg://user'))))
    .filter((row) => row.length > 0)
  return ask(method, { ...payload, reply_markup: { inline_keyboard: others } }, signal)
}

/** The ids that Telegram gives its free message effects. */
export const effectIds: Record<Effect, string> = { '🎉': '5046509860389126442' }
