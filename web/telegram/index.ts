/** Telegram in the app's own words. Nothing outside this folder knows the SDK; nothing here blocks a paint. */
import { bootState } from '#web/start/boot-state.ts'
import { listenToBack } from './back.ts'
import { loadSdk, withSdk } from './client.ts'
import type { ContactAnswer, Haptic } from './sdk.ts'

export { takeBack, useBack } from './back.ts'
export type { ContactAnswer, Haptic } from './sdk.ts'

export const launch = bootState.launch

/** Connects to the client after the first paint: bars, live theme, back button, viewport. */
export function connectTelegram(on: { popupClosed: () => void }): void {
  if (!launch.initData) return
  listenToBack()
  withSdk((sdk) => {
    sdk.followTheme(launch.theme)
    sdk.onPopupClosed(on.popupClosed)
  })
}

/** Runs when the settings are opened from Telegram's menu, until the returned function is called. */
export function onSettingsPressed(handler: () => void): () => void {
  let isOver = false
  let stop = () => {
    isOver = true
  }
  withSdk((sdk) => {
    if (!isOver) stop = sdk.onSettings(handler)
  })
  return () => stop()
}

export function closeApp(): void {
  withSdk((sdk) => sdk.close())
}

/** Opens an outside page. Call it inside a tap: Telegram allows one link within a second of it. */
export function openLink(url: string): void {
  withSdk((sdk) => {
    if (!sdk.open(url)) window.open(url, '_blank', 'noopener')
  })
}

const telegramHosts = ['t.me', 'telegram.me', 'telegram.dog']
export function isTelegramLink(url: string): boolean {
  return telegramHosts.includes(URL.parse(url)?.hostname ?? '')
}

/** Opens a link of Telegram and closes the app: clients no longer do the second by themselves. */
export function leaveForTelegram(url: string): void {
  withSdk((sdk) => {
    if (sdk.openInTelegram(url)) sdk.close()
    else window.open(url, '_blank', 'noopener')
  })
}

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

export function haptic(kind: Haptic): void {
  withSdk((sdk) => sdk.haptic(kind))
}

/** Whether Telegram asks before it closes the app; only while something typed would be lost. */
export function confirmClosing(isOn: boolean): void {
  withSdk((sdk) => sdk.confirmClosing(isOn))
}

let holders = 0

/**
 * Keeps a drag down from closing the app while it means something here: a sheet that closes, a list that is pulled.
 * @returns what ends the hold
 */
export function holdSwipes(): () => void {
  if (holders++ === 0) withSdk((sdk) => sdk.verticalSwipes(false))
  return () => {
    if (--holders === 0) withSdk((sdk) => sdk.verticalSwipes(true))
  }
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

/** What `writeToCloud` stored on any device; null when there is nothing or Telegram does not answer. */
export async function readFromCloud(key: string): Promise<string | null> {
  return (await loadSdk())?.readCloud(key) ?? null
}

export function writeToCloud(key: string, value: string): void {
  withSdk((sdk) => void sdk.writeCloud(key, value))
}

/** `missed` where an icon on the home screen can be added and is not there. */
export async function homeScreenStatus(): Promise<string> {
  return (await loadSdk())?.homeScreenStatus() ?? 'unsupported'
}

export function addToHomeScreen(): void {
  withSdk((sdk) => sdk.addIcon())
}
