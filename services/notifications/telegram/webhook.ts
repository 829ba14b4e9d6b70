import type { Api } from 'grammy'
import type { Config } from '#services/core/config/config.ts'

/** Path below APP_ORIGIN that the reverse proxy forwards to BOT_PORT. */
export const webhookPath = '/telegram/updates'

/**
 * Kinds of updates that the product asks Telegram for. Without a list, Telegram would use the list of the last call.
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

/** Secrets by which a call of Telegram is accepted. Telegram gets the first one when the webhook is set. */
export function webhookSecrets({ BOT_WEBHOOK_SECRET }: Pick<Config, 'BOT_WEBHOOK_SECRET'>): string[] {
  return BOT_WEBHOOK_SECRET?.split(',') ?? []
}

/** Registers the webhook's URL with Telegram. */
export async function registerWebhook(config: Config, api: Api): Promise<void> {
  await api.setWebhook(webhookAddress(config), {
    secret_token: webhookSecrets(config)[0] ?? '',
    allowed_updates: updateKinds,
  })
}
