import { translations } from '#web/client/i18n-runtime.ts'
import { isTelegramLink, openInTelegram, openLink } from '#web/telegram/index.ts'
import { isInvoiceLink, payInTelegram } from '#web/telegram/requests.ts'
import { showToast } from '#web/ui/overlays.ts'

/**
 * Opens the payment page of an invoice. Call it in a click handler. If the client reports no result, the check page
 * polls the server.
 * @returns true if a payment should be expected
 */
export async function openPayment(url: string): Promise<boolean> {
  if (!isInvoiceLink(url)) {
    if (isTelegramLink(url)) openInTelegram(url)
    else openLink(url)
    return true
  }
  const outcome = await payInTelegram(url)
  if (outcome === 'cancelled') showToast({ text: translations.t('payment.cancelled'), tone: 'bad' })
  if (outcome === 'failed') showToast({ text: translations.t('payment.starsFailed'), tone: 'bad' })
  return !['cancelled', 'failed', 'again'].includes(outcome)
}
