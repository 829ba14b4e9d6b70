import { Api } from 'grammy'
import type { Config } from '#services/core/config.ts'

/** The Bot API; every call gives up after `timeoutSeconds` and nothing is repeated by itself. */
export function telegramApi(config: Config, timeoutSeconds: number): Api {
  return new Api(config.BOT_TOKEN, { apiRoot: config.BOT_API_ROOT.replace(/\/$/, ''), timeoutSeconds })
}
