import type { DeepLink } from './deep-links.ts'

/** Page of the mini-app -> start parameter, as the specification spells it (three underscores, `vacansyId`). */

const idNames = { order: 'orderId', vacancy: 'vacansyId', user: 'userId', responses: 'responseId' } as const // spelt so by §2

/** The start parameter of a page, as the specification writes it. */
export function startParam(link: DeepLink): string {
  const name = idNames[link.page as keyof typeof idNames]
  if (name && link.id !== undefined) return `page_${link.page}___${name}_${link.id}`
  return link.query === undefined
    ? `page_${link.page}`
    : `page_${link.page}___query_${encodeQuery(link.query)}`
}

/** Text in the alphabet that Telegram allows: UTF-8 percent-encoding with `-` for `%`. */
export function encodeQuery(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map((byte) => {
      const char = String.fromCharCode(byte)
      return /[A-Za-z0-9]/.test(char) ? char : `-${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}

/** Telegram takes no longer one after `start`. */
const longestStart = 64

/**
 * Address that leads to the page from any chat: `startapp` opens the bot's main mini-app at it, `start` the chat with
 * the bot, which offers a button. A client that knows no `startapp` takes the `start` behind it; those that know both
 * take the first.
 */
export function shareLink(bot: string, link: DeepLink, opens: 'startapp' | 'start'): string {
  const param = startParam(link)
  if (opens === 'start' || param.length > longestStart) return `${bot}?${opens}=${param}`
  return `${bot}?startapp=${param}&start=${param}`
}

/** The same for who knows only another page's address. */
export function linkBeside(known: string, link: DeepLink): string {
  const { origin, pathname, searchParams } = new URL(known)
  return shareLink(origin + pathname, link, searchParams.has('startapp') ? 'startapp' : 'start')
}
