import { Api, type Transformer } from 'grammy'
import type { InlineKeyboardButton } from 'grammy/types'
import type { Config } from '#services/core/config/config.ts'
import { measureRequest } from '#services/core/observability/metrics.ts'
import type { Effect } from '#services/notifications/kinds.ts'

/** Bot API client. Each call times out after `timeoutSeconds` and is not retried. */
export function telegramApi(config: Pick<Config, 'BOT_TOKEN' | 'BOT_API_ROOT'>, timeoutSeconds: number): Api {
  const api = new Api(config.BOT_TOKEN, { apiRoot: config.BOT_API_ROOT.replace(/\/$/, ''), timeoutSeconds })
  api.config.use(timedCalls, retryWithoutAccountButtons)
  return api
}

/** Times each request and labels its outcome: `ok`, Telegram's error code, or `no_answer`. */
export const timedCalls: Transformer = (ask, method, ...rest) =>
  // Long polling waits for updates, so its duration means nothing.
  method === 'getUpdates'
    ? ask(method, ...rest)
    : measureRequest(
        'telegram',
        method,
        () => ask(method, ...rest),
        (answer) => (answer.ok ? 'ok' : String(answer.error_code)),
      )

const refusedAccount = /BUTTON_USER_(PRIVACY_RESTRICTED|INVALID)/
type Markup = { inline_keyboard?: InlineKeyboardButton[][] }

/**
 * Resends a message without its account buttons if Telegram refuses one of them. A person's privacy settings
 * may forbid such buttons, and the text does not need them.
 */
export const retryWithoutAccountButtons: Transformer = async (ask, method, payload, signal) => {
  const answer = await ask(method, payload, signal)
  const { inline_keyboard } = ((payload as { reply_markup?: Markup }).reply_markup ?? {}) as Markup
  if (answer.ok || !inline_keyboard || !refusedAccount.test(answer.description)) return answer
  const others = inline_keyboard
    .map((row) => row.filter((button) => !('url' in button && button.url.startsWith('tg://user'))))
    .filter((row) => row.length > 0)
  return ask(method, { ...payload, reply_markup: { inline_keyboard: others } }, signal)
}

/** Telegram's ids of its free message effects. */
export const effectIds: Record<Effect, string> = { '🎉': '5046509860389126442' }
