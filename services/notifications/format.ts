import type { InlineKeyboardButton } from 'grammy/types'
import { type DeepLink, pathOf } from '#contract/deep-links.ts'
import { imageFormats } from '#contract/file-formats.ts'
import { dateFormat } from '#contract/formats.ts'
import { dateLocale } from '#contract/languages.ts'
import { defaultTimeZone } from '#contract/quiet-hours.ts'
import { startParam } from '#contract/share-links.ts'
import type { Config } from '#services/core/config/config.ts'
import type { Context } from '#services/core/context.ts'
import { botLink } from '#services/core/telegram/bot-link.ts'
import { translatorFor } from '#services/core/text/i18n.ts'
import type { FileRow } from '#services/files/queries.ts'
import type { Outgoing, Recipient } from './kinds.ts'

/** HTML made by the product itself. It is inserted into a text without escaping. */
export type Html = { html: string }

/**
 * Translates a text of a message. Parameters that are strings are escaped, because people wrote them.
 * @param count chooses the plural form, and is available as a parameter
 */
export function translateFor(
  reader: Pick<Recipient, 'language'>,
  key: string,
  parameters: Record<string, string | Html> = {},
  count?: number,
): string {
  const escaped = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? escapeHtml(value) : value.html,
  ])
  const replace = Object.fromEntries(escaped)
  return translatorFor(reader.language)(`message.${key}`, {
    replace: { ...replace, ...(count !== undefined && { count }) },
    ...(count !== undefined && { count }),
  })
}

/**
 * Formats a time with the HTML tag `<tg-time>`. New Telegram clients show it in the time zone of the device. Other
 * clients show the text inside the tag: the time in the reader's stored time zone, or in the product's time zone with
 * its name.
 */
export function moment(reader: Pick<Recipient, 'language' | 'time_zone'>, at: string): Html {
  const { language, time_zone } = reader
  const time = dateFormat(dateLocale[language], {
    timeZone: time_zone ?? defaultTimeZone,
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(Date.parse(at))
  const words = time_zone ? time : translateFor(reader, 'moscow', { time: { html: time } })
  const unix = Math.floor(Date.parse(at) / 1000)
  return { html: `<tg-time unix="${unix}" format="Dt">${escapeHtml(words)}</tg-time>` }
}

/** Date of a deadline, without the minute, which says nothing to its reader. */
export function dueDate(
  { language, time_zone }: Pick<Recipient, 'language' | 'time_zone'>,
  at: string,
): string {
  const options = { timeZone: time_zone ?? defaultTimeZone, day: 'numeric', month: 'long' } as const
  return dateFormat(dateLocale[language], options).format(Date.parse(at))
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
  return {
    text,
    keyboard: [[openButton(ctx.config, translateFor(reader, `button.${label}`), link, is_private)]],
  }
}

/** Link to support in the chat with the bot. Blocked people can use support there too. */
export function supportButton(config: Config, reader: Pick<Recipient, 'language'>): InlineKeyboardButton {
  return {
    text: translateFor(reader, 'button.support'),
    url: `https://t.me/${config.BOT_USERNAME}?start=support`,
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text that a person wrote for an HTML message of the Bot API. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char)
}

/** Link to a Telegram account by its id. A link by user name would be unsafe, because a user name may change hands. */
export function accountLink(telegram_id: number): string {
  return `tg://user?id=${telegram_id}`
}

/**
 * Button that opens a page of the mini-app. In a private chat the button opens the mini-app directly, in a group
 * through a t.me link.
 */
export function openButton(
  config: Config,
  text: string,
  link: DeepLink,
  is_private: boolean,
): InlineKeyboardButton {
  if (!is_private) return { text, url: botLink(config, link) }
  // The page of a chat, and a page with a section, are opened by their path, because a start parameter cannot name
  // them.
  const path = link.section || link.page === 'chat' ? pathOf(link) : `/?startapp=${startParam(link)}`
  return openPathButton(config, text, path)
}

/** Button of a private chat that opens the mini-app at a path, for pages that no link from outside names. */
export function openPathButton(config: Config, text: string, path: string): InlineKeyboardButton {
  return { text, web_app: { url: new URL(path, config.APP_ORIGIN).href } }
}

/**
 * Shortens a text to a number of UTF-16 units, as Telegram counts them, and appends an ellipsis. It never splits a
 * surrogate pair, and no full stop stands before the ellipsis. Call it before escaping, so that it does not split an HTML
 * entity either.
 */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, Math.max(0, length - 1))
  const whole = cut.replace(/[\ud800-\udbff]$/, '').trimEnd()
  return `${whole.replace(/[.,;:]$/, '')}…`
}

const maxNamesLength = 200

/** Lines about the files of a message: the number of photos, and the names of all other files. */
export function nameFiles(reader: Recipient, files: Pick<FileRow, 'name' | 'file_format'>[]): string[] {
  const isPhoto = ({ file_format }: { file_format: string }) =>
    imageFormats.some((format) => format === file_format)
  const count = files.filter(isPhoto).length
  const others = files.filter((file) => !isPhoto(file)).map(({ name }) => name)
  const names = shorten(others.join(', '), maxNamesLength)
  return [
    ...(count > 1 ? [translateFor(reader, 'new_message.photos', { count: String(count) })] : []),
    ...(count === 1 ? [translateFor(reader, 'new_message.photo')] : []),
    ...(others.length > 1 ? [translateFor(reader, 'new_message.files', { names })] : []),
    ...(others.length === 1 ? [translateFor(reader, 'new_message.file', { name: names })] : []),
  ]
}
