import i18next from 'i18next'
import { Link2 } from 'lucide-react'
import { shareLink } from '#contract/deep-links.ts'
import { shareLink as offerChats } from '#web/telegram/index.ts'
import { showToast } from '#web/ui/overlays.ts'

/** What can be shared: an order, a vacancy or a person. */
export type Shared = { kind: 'order' | 'vacancy' | 'user'; id: number; title: string }

/** The bot's address is known to the server; its links to us carry it. */
export function linkOf({ kind, id }: Shared, botLink: string): string {
  const { origin, pathname } = new URL(botLink)
  const path = pathname.split('/').filter(Boolean)
  const bot = path.pop() ?? ''
  return shareLink(bot, { page: kind, id }, [origin, ...path].join('/'))
}

/** Copies the link and says so; a WebView without a clipboard offers Telegram's chats instead. */
export async function copyLink({ title }: Shared, url: string): Promise<boolean> {
  // `clipboard` is missing where the page is not trusted with it
  const isCopied = await Promise.resolve(navigator.clipboard?.writeText(url) ?? Promise.reject()).then(
    () => true,
    () => false,
  )
  if (isCopied) showToast({ text: i18next.t('share.copied'), icon: Link2 })
  else offerChats(url, title)
  return isCopied
}

/** Copies the link for other places and lets the person choose a chat. */
export async function sendToTelegram(item: Shared, url: string): Promise<void> {
  if (await copyLink(item, url)) offerChats(url, item.title)
}
