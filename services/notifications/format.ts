import type { InlineKeyboardButton } from 'grammy/types'
import { type DeepLink, pathOf, startParam } from '#contract/deep-links.ts'
import { botLink } from '#services/core/bot-link.ts'
import type { Config } from '#services/core/config.ts'
import type { Context } from '#services/core/context.ts'
import { translate } from '#services/core/i18n.ts'
import type { Outgoing, Recipient } from './kinds.ts'

/** A text of a message; parameters are escaped, because they hold what people wrote. */
export function say(reader: Recipient, key: string, parameters: Record<string, string> = {}): string {
  const escaped = Object.entries(parameters).map(([name, value]) => [name, escapeHtml(value)])
  return translate(reader.language)(`message.${key}`, { replace: Object.fromEntries(escaped) })
}

/** A text with one button that opens a page of the mini-app. */
export function withButton(
  ctx: Context,
  reader: Recipient,
  text: string,
  label: string,
  link: DeepLink,
): Outgoing {
  const { is_private } = reader
  return { text, keyboard: [[openButton(ctx.config, say(reader, `button.${label}`), link, is_private)]] }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text of people inside HTML messages of the Bot API. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
}

/** A button that opens a page of the mini-app: in place in a private chat, by a t.me link in a group. */
export function openButton(
  config: Config,
  text: string,
  link: DeepLink,
  is_private: boolean,
): InlineKeyboardButton {
  if (!is_private) return { text, url: botLink(config, link) }
  // A start parameter cannot name a section of a page or a chat; a path can.
  const path = link.section || link.page === 'chat' ? pathOf(link) : `/?startapp=${startParam(link)}`
  return { text, web_app: { url: new URL(path, config.APP_ORIGIN).href } }
}

/**
 * At most so many UTF-16 units, as Telegram counts them, with a sign where more were. No character is split; cut
 * before escaping, so that no entity is.
 */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, Math.max(0, length - 1))
  return `${cut.replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}
