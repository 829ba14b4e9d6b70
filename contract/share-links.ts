import type { DeepLink } from './deep-links.ts'

/** Page of the mini-app -> start parameter, in the specification's spelling (three underscores, `vacansyId`). */

const idNames = { order: 'orderId', vacancy: 'vacansyId', user: 'userId', responses: 'responseId' } as const // spelled so in §2

/** Start parameter of a page, in the specification's form. */
export function startParam(link: DeepLink): string {
  const name = idNames[link.page as keyof typeof idNames]
  if (name && link.id !== undefined) return `page_${link.page}___${name}_${link.id}`
  return link.query === undefined
    ? `page_${link.page}`
    : `page_${link.page}___query_${encodeQuery(link.query)}`
}

/** Text in Telegram's alphabet: UTF-8 percent-encoded with `-` for `%`. */
export function encodeQuery(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte)
      return /[A-Za-z0-9]/.test(char) ? char : `-${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

/** Telegram's limit for `start`. */
const longestStart = 64

/**
 * Link that opens the page from any chat: `startapp` opens the bot's main mini-app, `start` the chat with the bot,
 * which offers a button. The second parameter, `start`, is for clients that do not know `startapp`; others use the
 * first.
 */
export function shareLink(bot: string, link: DeepLink, opens: 'startapp' | 'start'): string {
  const param = startParam(link)
  if (opens === 'start' || param.length > longestStart) return `${bot}?${opens}=${param}`
  return `${bot}?startapp=${param}&start=${param}`
}

/** The same, derived from another page's link. */
export function linkBeside(known: string, link: DeepLink): string {
  const { origin, pathname, searchParams } = new URL(known)
  return shareLink(origin + pathname, link, searchParams.has('startapp') ? 'startapp' : 'start')
}
