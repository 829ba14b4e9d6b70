import { Link2 } from 'lucide-react'
import { api } from '#web/client/api.ts'
import { words } from '#web/client/words.ts'
import { shareLink as offerChats, shareCard } from '#web/telegram/asking.ts'
import { showToast } from '#web/ui/overlays.ts'

/** What can be shared: an order, a vacancy or a person. */
export type Shared = { kind: 'order' | 'vacancy' | 'user'; id: number; title: string }

/** Copies the link and says so; a WebView without a clipboard offers Telegram's chats instead. */
export async function copyLink({ title }: Shared, url: string): Promise<boolean> {
  // `clipboard` is missing where the page is not trusted with it
  const isCopied = await Promise.resolve(navigator.clipboard?.writeText(url) ?? Promise.reject()).then(
    () => true,
    () => false,
  )
  if (isCopied) showToast({ text: words.t('share.copied'), icon: Link2 })
  else offerChats(url, title)
  return isCopied
}

/**
 * Copies the link for other places and lets the person choose a chat: for a card where the client can, else for the
 * link.
 */
export async function sendToTelegram(item: Shared, url: string): Promise<void> {
  const isCopied = await copyLink(item, url)
  if (item.kind !== 'user' && (await shareCard(() => prepareCard(item)))) return
  if (isCopied) offerChats(url, item.title)
}

/** Null for a listing that others cannot see yet. */
async function prepareCard({ id }: Shared): Promise<string | null> {
  const prepared = await api('POST /api/app/prepare_share', { body: { listing_id: id } }).catch(() => null)
  return prepared?.prepared_id ?? null
}
