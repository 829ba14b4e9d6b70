/** Addresses that Telegram opens itself. */
const hosts = ['t.me', 'telegram.me', 'telegram.dog']

/**
 * The same link as Telegram's clients take it: they know the host t.me alone, and https. Null for the rest of the
 * world.
 */
export function telegramLink(url: string): string | null {
  const link = URL.parse(url)
  if (!link || !/^https?:$/.test(link.protocol)) return null
  const path = link.pathname + link.search
  if (hosts.includes(link.hostname.replace(/^www\./, ''))) return `https://t.me${path}`
  // A name may stand before t.me as well as after it.
  const named = /^(\w+)\.t\.me$/.exec(link.hostname)?.[1]
  return named && named !== 'www' ? `https://t.me/${named}${path.replace(/^\/(?=\?|$)/, '')}` : null
}

export const isTelegramLink = (url: string): boolean => telegramLink(url) !== null

/** The slug of an invoice in Stars; null for any other link. */
export function invoiceSlug(url: string): string | null {
  return /^https:\/\/t\.me\/(?:\$|invoice\/)([\w=-]+)$/.exec(telegramLink(url) ?? '')?.[1] ?? null
}

/** Opens Telegram's own choice of chats for a link. A plus would be shown as one. */
export function shareLinkOf(url: string, text: string): string {
  return `https://t.me/share/url?${new URLSearchParams({ url, text }).toString().replaceAll('+', '%20')}`
}
