/** Requests to Telegram that are not needed for the first screen: payments, chats, phone number, home screen. */
import { loadSdk, withSdk } from './client.ts'
import { openInTelegram } from './index.ts'
import { invoiceSlug, shareLinkOf } from './links.ts'
import type { ContactAnswer, InvoiceOutcome, SaveOutcome, ShareOutcome } from './sdk.ts'

/** True for an invoice in Stars, which Telegram shows over the app. */
export const isInvoiceLink = (url: string): boolean => invoiceSlug(url) !== null

/** Shows an invoice in Stars. If the client does not support this, it opens the invoice's link. */
export async function payInTelegram(url: string): Promise<InvoiceOutcome> {
  const outcome = (await (await loadSdk())?.openInvoice(invoiceSlug(url) ?? '')) ?? 'unsupported'
  if (outcome === 'unsupported') openInTelegram(url)
  return outcome
}

/** Opens Telegram's list of chats to share a link. */
export function shareLink(url: string, text = ''): void {
  openInTelegram(shareLinkOf(url, text))
}

/**
 * Opens Telegram's list of chats to share a card that the server has prepared. Returns `null` if the client does not
 * support cards or the card was not prepared.
 * @param onSilence called if the client does not answer in time
 */
export async function shareCard(
  prepare: () => Promise<string | null>,
  onSilence: () => void,
): Promise<ShareOutcome | null> {
  const sdk = await loadSdk()
  const preparedShare = sdk?.canSharePrepared() ? await prepare() : null
  return sdk && preparedShare !== null ? sdk.sharePrepared(preparedShare, onSilence) : null
}

/** Downloads a file with Telegram's download dialog. */
export async function saveInTelegram(url: string, name: string): Promise<SaveOutcome> {
  return (await loadSdk())?.saveFile(url, name) ?? 'unsupported'
}

/** Requests the user's phone number. The outcome is `unanswered` if the client is too old or does not answer. */
export async function requestContact(): Promise<ContactAnswer> {
  const sdk = await loadSdk()
  return sdk ? sdk.requestContact() : { outcome: 'unanswered' }
}

/** Requests permission for the bot to write to the user. @returns true if it was granted */
export async function requestWriteAccess(): Promise<boolean> {
  const sdk = await loadSdk()
  return sdk ? sdk.askToWrite() : false
}

/** State of the app's icon on the home screen. `missed` means that the icon can be added. */
export async function homeScreenStatus(): Promise<string> {
  return (await loadSdk())?.homeScreenStatus() ?? 'unsupported'
}

export function addToHomeScreen(): void {
  withSdk((sdk) => sdk.addIcon())
}
