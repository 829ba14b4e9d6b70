import { Api, type Transformer } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { Config } from '#services/core/config/config.ts'
import { measureRequest } from '#services/core/observability/metrics.ts'
import type { Effect } from '#services/notifications/kinds.ts'

/** Creates a client of the Bot API. Each call fails after `timeoutSeconds` without an answer, and is not retried. */
export function telegramApi(config: Pick<Config, 'BOT_TOKEN' | 'BOT_API_ROOT'>, timeoutSeconds: number): Api {
  const api = new Api(config.BOT_TOKEN, { apiRoot: config.BOT_API_ROOT.replace(/\/$/, ''), timeoutSeconds })
  api.config.use(timedCalls, retryWithoutAccountButtons)
  return api
}

/**
 * Measures the time of each request to the Bot API. The label of the outcome is `ok`, Telegram's error code, or
 * `no_answer`.
 */
export const timedCalls: Transformer = (callApi, method, ...rest) =>
  // A call of `getUpdates` waits for updates (long polling), so its time is not measured.
  method === 'getUpdates'
    ? callApi(method, ...rest)
    : measureRequest(
        'telegram',
        method,
        () => callApi(method, ...rest),
        (answer) => (answer.ok ? 'ok' : String(answer.error_code)),
      )

const refusedAccount = /BUTTON_USER_(PRIVACY_RESTRICTED|INVALID)/
type Markup = { inline_keyboard?: InlineKeyboardButton[][] }

/**
 * If Telegram refuses a button that opens a person's account, the message is sent again without such buttons. The
 * person's privacy settings may forbid the button, and the message is understandable without it.
 */
export const retryWithoutAccountButtons: Transformer = async (callApi, method, payload, signal) => {
  const answer = await callApi(method, payload, signal)
  const { inline_keyboard } = ((payload as { reply_markup?: Markup }).reply_markup ?? {}) as Markup
  if (answer.ok || !inline_keyboard || !refusedAccount.test(answer.description)) return answer
  const others = inline_keyboard
    .map((row) => row.filter((button) => !('url' in button && button.url.startsWith('tg://user'))))
    .filter((row) => row.length > 0)
  return callApi(method, { ...payload, reply_markup: { inline_keyboard: others } }, signal)
}

/** Telegram's ids of its free message effects. */
export const effectIds: Record<Effect, string> = { '🎉': '5046509860389126442' }
