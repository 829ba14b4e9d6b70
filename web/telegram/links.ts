/** Hosts of links that Telegram opens itself instead of a browser. */
const hosts = ['t.me', 'telegram.me', 'telegram.dog']

/**
 * Converts a Telegram link to `https://t.me/…`, the only form that clients accept. Returns `null` for any other URL.
 */
export function telegramLink(url: string): string | null {
  const link = URL.parse(url)
  if (!link || !/^https?:$/.test(link.protocol)) return null
  const path = link.pathname + link.search
  if (hosts.includes(link.hostname.replace(/^www\./, ''))) return `https://t.me${path}`
  // A link can also have the user name as a subdomain of t.me.
  const subdomain = /^(\w+)\.t\.me$/.exec(link.hostname)?.[1]
  return subdomain && subdomain !== 'www'
    ? `https://t.me/${subdomain}${path.replace(/^\/(?=\?|$)/, '')}`
    : null
}

export const isTelegramLink = (url: string): boolean => telegramLink(url) !== null

/** Returns the slug of an invoice in Stars. `null` for any other link. */
export function invoiceSlug(url: string): string | null {
  return /^https:\/\/t\.me\/(?:\$|invoice\/)([\w=-]+)$/.exec(telegramLink(url) ?? '')?.[1] ?? null
}

/**
 * Returns a link that opens Telegram's list of chats. Spaces are encoded as %20, because clients show a plus literally.
 */
export function shareLinkOf(url: string, text: string): string {
  return `https://t.me/share/url?${new URLSearchParams({ url, text }).toString().replaceAll('+', '%20')}`
}
