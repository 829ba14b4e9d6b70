import { openApp, openChat, runAction } from './actions.ts'
import { api } from './api.ts'
import { desk, toast, translate } from './desk.ts'

const hosts = ['t.me', 'telegram.me', 'telegram.dog']

/** Path and query of a Telegram link; undefined for other links. */
export function telegramPath(link: string): string | undefined {
  const url = URL.parse(link, location.origin)
  if (!url) return undefined
  if (url.protocol === 'tg:') {
    const { domain, ...rest } = Object.fromEntries(url.searchParams)
    return domain ? `${domain}?${new URLSearchParams(rest)}` : undefined
  }
  if (hosts.includes(url.hostname)) return url.pathname.slice(1) + url.search
  // A t.me link can contain the user name as a subdomain.
  const userName = /^([\w-]+)\.t\.me$/.exec(url.hostname)?.[1]
  if (userName && userName !== 'www') return userName + url.pathname.replace(/\/$/, '') + url.search
  // URLs of the desk that replace t.me links, because real t.me links would leave the desk.
  const localPath = /^\/__desk\/t\.me\/(.*)$/.exec(url.pathname)?.[1]
  return url.origin === location.origin && localPath !== undefined ? localPath + url.search : undefined
}

/** Opens a link as Telegram does. External links open in the browser, if requested after a confirmation. */
export function followLink(link: string, confirm = false) {
  const accountId = /^tg:\/\/user\?id=(\d+)$/.exec(link)?.[1]
  if (accountId) return desk.set({ card_user_id: Number(accountId) })
  const path = telegramPath(link)
  if (path !== undefined) runAction(() => followPath(path))
  else if (confirm) desk.set({ confirm_url: link })
  else desk.set({ browser_url: link })
}

/** Opens a t.me link by its path and query, such as `otklik_bot?startapp=x`. */
export async function followPath(path: string) {
  const url = new URL(path, 'https://t.me/')
  const [name = '', second] = url.pathname.slice(1).split('/')
  const { searchParams } = url
  const { bot } = await api.config()
  const { user_id } = desk.get()
  if (user_id === undefined) return
  if (name === 'share')
    return desk.set({
      sharing: { text: [searchParams.get('text'), searchParams.get('url')].filter(Boolean).join('\n') },
    })
  if (name.startsWith('$') || name === 'invoice')
    return desk.set({ invoice_slug: name === 'invoice' ? second : name.slice(1) })
  if (name.toLowerCase() === bot.username?.toLowerCase()) {
    const startapp = searchParams.get('startapp')
    const startParam = searchParams.get('start')
    if (startapp !== null || second) {
      if (!/^[\w-]{0,512}$/.test(startapp ?? '')) return toast(translate('link_failed'))
      return await openApp({ startapp: startapp ?? '' })
    }
    if (startParam !== null && !/^[\w-]{1,64}$/.test(startParam)) return toast(translate('link_failed'))
    return openChat(user_id, { start_payload: startParam ?? undefined })
  }
  const channel = (await api.channels()).find(
    ({ username }) => username?.toLowerCase() === name.toLowerCase(),
  )
  if (channel) {
    // A channel opens for everybody. On the desk its reader subscribes at once, so that the list of chats has it.
    if (!channel.members.includes(user_id)) await api.subscribe(channel.id, [...channel.members, user_id])
    return openChat(channel.id)
  }
  const people = await api.users()
  const person = people.find(({ username }) => username?.toLowerCase() === name.toLowerCase())
  if (person) return desk.set({ card_user_id: person.id })
  toast(translate('link_failed'))
}
