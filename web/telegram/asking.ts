/** What is asked of Telegram after the first screen: money, chats, the phone, a place on the home screen. */
import { loadSdk, withSdk } from './client.ts'
import { isTelegramLink, leaveForTelegram } from './index.ts'
import type { ContactAnswer, SaveOutcome } from './sdk.ts'

/** An invoice in Stars, which Telegram shows over the app. */
export function isInvoiceLink(url: string): boolean {
  return isTelegramLink(url) && /^\/(\$|invoice\/)/.test(new URL(url).pathname)
}

/** @returns whether the person went through with it, as far as the client knows */
export async function payInTelegram(url: string): Promise<boolean> {
  const outcome = (await (await loadSdk())?.openInvoice(url)) ?? 'unsupported'
  if (outcome === 'unsupported') leaveForTelegram(url)
  return outcome === 'paid' || outcome === 'pending'
}

/** Offers Telegram's own list of chats to send a link to. */
export function shareLink(url: string, text = ''): void {
  withSdk((sdk) => sdk.share(url, text))
}

/** Offers Telegram's chats for a card that the server prepares. @returns whether they were offered */
export async function shareCard(prepare: () => Promise<string | null>): Promise<boolean> {
  const sdk = await loadSdk()
  const prepared = sdk?.canSharePrepared() ? await prepare() : null
  if (!sdk || prepared === null) return false
  await sdk.sharePrepared(prepared)
  return true
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
