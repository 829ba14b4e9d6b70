import { Api, type Transformer } from 'grammy'
import type { Config } from '#services/core/config.ts'
import { timeOutside } from '#services/core/measures.ts'
import type { Effect } from './kinds.ts'

/** The Bot API; every call gives up after `timeoutSeconds` and nothing is repeated by itself. */
export function telegramApi(config: Pick<Config, 'BOT_TOKEN' | 'BOT_API_ROOT'>, timeoutSeconds: number): Api {
  const api = new Api(config.BOT_TOKEN, { apiRoot: config.BOT_API_ROOT.replace(/\/$/, ''), timeoutSeconds })
  api.config.use(timedCalls)
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

/** The ids that Telegram gives its free message effects. */
export const effectIds: Record<Effect, string> = { '🎉': '5046509860389126442' }
