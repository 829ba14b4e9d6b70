/** What is asked of Telegram after the first screen: money, chats, the phone, a place on the home screen. */
import { loadSdk, withSdk } from './client.ts'
import { openInTelegram } from './index.ts'
import { invoiceSlug, shareLinkOf } from './links.ts'
import type { ContactAnswer, InvoiceOutcome, SaveOutcome, ShareOutcome } from './sdk.ts'

/** An invoice in Stars, which Telegram shows over the app. */
export const isInvoiceLink = (url: string): boolean => invoiceSlug(url) !== null

/** Shows an invoice in Stars; a client that is too old for that opens its link. */
export async function payInTelegram(url: string): Promise<InvoiceOutcome> {
  const outcome = (await (await loadSdk())?.openInvoice(invoiceSlug(url) ?? '')) ?? 'unsupported'
  if (outcome === 'unsupported') openInTelegram(url)
  return outcome
}

/** Offers Telegram's own list of chats to send a link to. */
export function shareLink(url: string, text = ''): void {
  openInTelegram(shareLinkOf(url, text))
}

/**
 * Offers Telegram's chats for a card that the server prepares; null where they could not be offered for one.
 * @param onSilence runs when the client has not answered for long
 */
export async function shareCard(
  prepare: () => Promise<string | null>,
  onSilence: () => void,
): Promise<ShareOutcome | null> {
  const sdk = await loadSdk()
  const prepared = sdk?.canSharePrepared() ? await prepare() : null
  return sdk && prepared !== null ? sdk.sharePrepared(prepared, onSilence) : null
}

/** Lets Telegram download a file, which asks the person first. */
export async function saveInTelegram(url: string, name: string): Promise<SaveOutcome> {
  return (await loadSdk())?.saveFile(url, name) ?? 'unsupported'
}

/** Asks for the phone number; `unanswered` when the client is too old or silent. */
export async function requestContact(): Promise<ContactAnswer> {
  const sdk = await loadSdk()
  return sdk ? sdk.requestContact() : { outcome: 'unanswered' }
}

/** Asks to let the bot write. @returns whether it may */
export async function requestWriteAccess(): Promise<boolean> {
  const sdk = await loadSdk()
  return sdk ? sdk.askToWrite() : false
}

/** `missed` where an icon on the home screen can be added and is not there. */
export async function homeScreenStatus(): Promise<string> {
  return (await loadSdk())?.homeScreenStatus() ?? 'unsupported'
}

export function addToHomeScreen(): void {
  withSdk((sdk) => sdk.addIcon())
}
