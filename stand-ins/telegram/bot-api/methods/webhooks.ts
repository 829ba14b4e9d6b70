import { badRequest } from '../errors.ts'
import type { Methods } from '../method.ts'
import { flag, list, number, text } from '../params.ts'

export const webhooks: Methods = {
  setWebhook(world, params) {
    const url = text(params, 'url') ?? ''
    if (flag(params, 'drop_pending_updates')) world.data.updates = []
    const allowed = list<string>(params, 'allowed_updates')
    if (allowed) world.data.allowed_updates = allowed
    if (!url) {
      world.data.webhook = undefined
      return true
    }
    const parsed = URL.parse(url)
    if (!parsed) throw badRequest('bad webhook: invalid webhook URL specified')
    const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname)
    if (parsed.protocol !== 'https:' && (!loopback || world.settings.strict_urls))
      throw badRequest('bad webhook: An HTTPS URL must be provided for webhook')
    const secret = text(params, 'secret_token')
    if (secret !== undefined && !/^[A-Za-z0-9_-]{1,256}$/.test(secret))
      throw badRequest('secret token contains unallowed characters')
    const max = number(params, 'max_connections') ?? 40
    world.data.webhook = {
      url,
      max_connections: Math.min(100, Math.max(1, max)),
      ...(secret && { secret_token: secret }),
    }
    return true
  },

  deleteWebhook(world, params) {
    if (flag(params, 'drop_pending_updates')) world.data.updates = []
    world.data.webhook = undefined
    return true
  },

  getWebhookInfo(world) {
    const { webhook, updates, allowed_updates } = world.data
    return {
      url: webhook?.url ?? '',
      has_custom_certificate: false,
      pending_update_count: updates.length,
      ...(webhook && { max_connections: webhook.max_connections, ip_address: '127.0.0.1' }),
      ...(webhook?.last_error_date && {
        last_error_date: webhook.last_error_date,
        last_error_message: webhook.last_error_message,
      }),
      ...(allowed_updates && { allowed_updates }),
    }
  },

  logOut: () => true,
  close: () => true,
}
