import { Link2 } from 'lucide-react'
import { api } from '#web/client/api.ts'
import { copyOrShow, copyText } from '#web/client/copy.ts'
import { words } from '#web/client/words.ts'
import { shareLink as offerChats, shareCard } from '#web/telegram/asking.ts'
import { dropToast, raiseToast, showToast } from '#web/ui/overlays.ts'

/** What can be shared: an order, a vacancy or a person. */
export type Shared = { kind: 'order' | 'vacancy' | 'user'; id: number; title: string }

const copied = () => ({ text: words.t('share.copied'), icon: Link2 })

export const copyLink = (_item: Shared, url: string): Promise<boolean> => copyOrShow(url, copied())

/** Some clients never answer about cards: they get links until they do. */
let isSilent = false
/** How long the offer to send the link instead stands. */
const offerMs = 15_000

/**
 * Copies the link for other places and lets the person choose a chat, once: for a card where the client can, else for
 * the link.
 */
export async function sendToTelegram(item: Shared, url: string): Promise<void> {
  if (await copyText(url)) showToast(copied())
  if (item.kind === 'user' || isSilent) return offerChats(url, item.title)
  let offer = 0
  const outcome = await shareCard(
    () => prepareCard(item),
    () => {
      isSilent = true
      // Not by itself: the chats may stand open all the while, and nobody wants them twice.
      offer = raiseToast({
        text: words.t('share.silent'),
        tone: 'bad',
        ms: offerMs,
        action: { label: words.t('share.asLink'), run: () => offerChats(url, item.title) },
      })
    },
  )
  isSilent = false
  dropToast(offer)
  if (outcome === null || outcome === 'failed') offerChats(url, item.title)
}

/** Null for a listing that others cannot see yet. */
async function prepareCard({ id }: Shared): Promise<string | null> {
  const prepared = await api('POST /api/app/prepare_share', { body: { listing_id: id } }).catch(() => null)
  return prepared?.prepared_id ?? null
}
