import type { DeepLink } from './deep-links.ts'

/** Start parameters of pages of the mini-app, in the specification's spelling (three underscores, `vacansyId`). */

// The misspelled name `vacansyId` is the one that the specification prescribes (§2).
const idNames = {
  order: 'orderId',
  vacancy: 'vacansyId',
  user: 'userId',
  service: 'serviceId',
  responses: 'responseId',
} as const

/** Start parameter that opens a page, in the specification's spelling. */
export function startParam(link: DeepLink): string {
  const name = idNames[link.page as keyof typeof idNames]
  const from = link.from === undefined ? '' : `___from_${link.from}`
  if (name && link.id !== undefined) return `page_${link.page}___${name}_${link.id}${from}`
  return link.query === undefined
    ? `page_${link.page}`
    : `page_${link.page}___query_${encodeQuery(link.query)}`
}

/** Encodes a text in the characters that Telegram allows: UTF-8, percent-encoded with `-` for `%`. */
export function encodeQuery(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte)
      return /[A-Za-z0-9]/.test(char) ? char : `-${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

/** Longest value of `start` that Telegram accepts, in characters. */
const longestStart = 64

/**
 * Link that opens a page from any chat: `startapp` opens the bot's main mini-app, `start` the chat with the bot, which
 * offers a button. Both parameters are given, because some Telegram clients do not know `startapp`.
 */
export function shareLink(bot: string, link: DeepLink, parameterName: 'startapp' | 'start'): string {
  const param = startParam(link)
  if (parameterName === 'start' || param.length > longestStart) return `${bot}?${parameterName}=${param}`
  return `${bot}?startapp=${param}&start=${param}`
}

/**
 * Returns a link to a page of the mini-app. The bot, and the choice of `startapp` or `start`, are taken from an
 * existing link.
 */
export function linkToOtherPage(knownLink: string, link: DeepLink): string {
  const { origin, pathname, searchParams } = new URL(knownLink)
  return shareLink(origin + pathname, link, searchParams.has('startapp') ? 'startapp' : 'start')
}
