import { Link2 } from 'lucide-react'
import { copyOrShow, copyText } from '#web/client/copy.ts'
import { api } from '#web/client/http/api.ts'
import { translations } from '#web/client/i18n-runtime.ts'
import { shareLink as offerChats, shareCard } from '#web/telegram/requests.ts'
import { dropToast, showDismissableToast, showToast } from '#web/ui/overlays.ts'

/** An order, a vacancy, a person or a service that can be shared. */
export type ShareableItem = { kind: 'order' | 'vacancy' | 'user' | 'service'; id: number; title: string }

const createCopiedToast = () => ({ text: translations.t('share.copied'), icon: Link2 })

export const copyLink = (_item: ShareableItem, url: string): Promise<boolean> =>
  copyOrShow(url, createCopiedToast())

/** True if the client did not report the outcome of a shared card. Such clients get plain links instead of cards. */
let isClientSilent = false
/** Time in ms for which a toast offers to send the link instead of the card. */
const offerMs = 15_000

/**
 * Copies the link and opens Telegram's list of chats. If the client supports it, a card is sent, otherwise the link.
 */
export async function sendToTelegram(item: ShareableItem, url: string): Promise<void> {
  if (await copyText(url)) showToast(createCopiedToast())
  if (item.kind === 'user' || isClientSilent) return offerChats(url, item.title)
  let toastId = 0
  const outcome = await shareCard(
    () => prepareCard(item),
    () => {
      isClientSilent = true
      // The list of chats may still be open, so a toast offers to open it again. Opened automatically, the list could
      // appear twice.
      toastId = showDismissableToast({
        text: translations.t('share.silent'),
        tone: 'bad',
        ms: offerMs,
        action: { label: translations.t('share.asLink'), run: () => offerChats(url, item.title) },
      })
    },
  )
  isClientSilent = false
  dropToast(toastId)
  if (outcome === null || outcome === 'failed') offerChats(url, item.title)
}

/**
 * Returns the id of a card that the server has prepared. `null` after an error, for example if the listing is not
 * public yet.
 */
async function prepareCard({ kind, id }: ShareableItem): Promise<string | null> {
  const preparedShare = await (kind === 'service'
    ? api('POST /api/services/:id/prepare_share', { params: { id } })
    : api('POST /api/app/prepare_share', { body: { listing_id: id } })
  ).catch(() => null)
  return preparedShare?.prepared_id ?? null
}
