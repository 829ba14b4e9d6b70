import type { Api } from 'grammy'
import type { Config } from '#services/core/config/config.ts'

/** Path of the webhook below APP_ORIGIN. The reverse proxy forwards it to BOT_PORT. */
export const webhookPath = '/telegram/updates'

/**
 * Kinds of updates that Telegram sends to the bot. Without such a list, Telegram would use the list of the last call.
 */
export const updateKinds = [
  'message',
  'callback_query',
  'my_chat_member',
  'pre_checkout_query',
  'inline_query',
  'chosen_inline_result',
] as const

export function webhookAddress({ APP_ORIGIN }: Pick<Config, 'APP_ORIGIN'>): string {
  return `${APP_ORIGIN.replace(/\/$/, '')}${webhookPath}`
}

/**
 * Secrets by which the webhook recognizes a call of Telegram. Telegram gets the first secret when the webhook is
 * registered.
 */
export function webhookSecrets({ BOT_WEBHOOK_SECRET }: Pick<Config, 'BOT_WEBHOOK_SECRET'>): string[] {
  return BOT_WEBHOOK_SECRET?.split(',') ?? []
}

export async function registerWebhook(config: Config, api: Api): Promise<void> {
  await api.setWebhook(webhookAddress(config), {
    secret_token: webhookSecrets(config)[0] ?? '',
    allowed_updates: updateKinds,
  })
}
