import { badRequest } from '../errors.ts'
import type { Methods } from '../method.ts'
import { list, number, readFlag, text } from '../params.ts'

const ports = ['443', '80', '88', '8443']
/** Private and reserved addresses, which Telegram's servers cannot reach. */
const reservedAddress =
  /^(127|10|0)\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^169\.254\.|^\[(::1?|f[cd][^\]]*|fe80[^\]]*)\]$/i

/**
 * Telegram requires an https URL with a public address and one of four ports. This stand-in also allows loopback
 * addresses, because stand-in and bot run on one machine, unless `strict_urls` is set.
 */
function checkAddress({ protocol, hostname, port }: URL, isStrict: boolean): void {
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (isLoopback && !isStrict) return
  if (protocol !== 'https:') throw badRequest('bad webhook: An HTTPS URL must be provided for webhook')
  if (!ports.includes(port || '443'))
    throw badRequest('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443')
  if (isLoopback || reservedAddress.test(hostname))
    throw badRequest(`bad webhook: IP address ${hostname.replace(/[[\]]/g, '')} is reserved`)
}

export const webhooks: Methods = {
  setWebhook(world, params) {
    const url = text(params, 'url') ?? ''
    if (readFlag(params, 'drop_pending_updates')) world.data.updates = []
    const allowedUpdates = list<string>(params, 'allowed_updates')
    if (allowedUpdates) world.data.allowed_updates = allowedUpdates
    if (!url) {
      world.data.webhook = undefined
      return true
    }
    const parsedUrl = URL.parse(url)
    if (!parsedUrl) throw badRequest('bad webhook: invalid webhook URL specified')
    checkAddress(parsedUrl, world.settings.strict_urls)
    const secret = text(params, 'secret_token')
    if (secret !== undefined && !/^[A-Za-z0-9_-]{1,256}$/.test(secret))
      throw badRequest('secret token contains unallowed characters')
    const maxConnections = number(params, 'max_connections') ?? 40
    world.data.webhook = {
      url,
      max_connections: Math.min(100, Math.max(1, maxConnections)),
      ...(secret && { secret_token: secret }),
    }
    return true
  },

  deleteWebhook(world, params) {
    if (readFlag(params, 'drop_pending_updates')) world.data.updates = []
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
