/** Telegram in the app's own words. Nothing outside this folder knows the SDK; nothing here blocks a paint. */
import { bootState } from '#web/start/boot-state.ts'
import { listenToBack } from './back.ts'
import { loadSdk, onceSdk, withSdk } from './client.ts'
import { isTelegramLink, telegramLink } from './links.ts'
import { followWindow, onLook } from './look.ts'
import type { Haptic, VisibleHeight } from './sdk.ts'

export { takeBack, useBack } from './back.ts'
export { isTelegramLink } from './links.ts'
export { isLookedAt, onLook, whenLookedAt } from './look.ts'
export type { Haptic, VisibleHeight } from './sdk.ts'

export const launch = bootState.launch

/** Before 6.1 clients have no button for it: the app draws its own. */
export const hasBackButton = !launch.initData || /^(?:[7-9]|\d\d|6\.[1-9])/.test(launch.version)

/** Connects to the client after the first paint: bars, live theme, back button, viewport. */
export function connectTelegram(on: { popupClosed: () => void }): void {
  if (!launch.initData) return
  listenToBack()
  followWindow()
  onceSdk((sdk) => {
    sdk.followTheme(launch.theme)
    sdk.onPopupClosed(on.popupClosed)
    // Clients tell of a new theme at the moment of the change, which a minimised app may sleep through.
    onLook((isSeen) => isSeen && sdk.askTheme())
  })
}

/** Hears how much of the app can be seen, from clients that tell it. */
export function onVisibleHeight(listener: (height: VisibleHeight) => void): void {
  withSdk((sdk) => sdk.onVisibleHeight(listener))
}

/** Runs when the settings are opened from Telegram's menu, until the returned function is called. */
export function onSettingsPressed(handler: () => void): () => void {
  let isOver = false
  let stop = () => {
    isOver = true
  }
  onceSdk((sdk) => {
    if (!isOver) stop = sdk.onSettings(handler)
  })
  return () => stop()
}

export function closeApp(): void {
  withSdk((sdk) => sdk.close())
}

/**
 * Opens an outside page, or leaves for Telegram where the link is one of its own. Call it inside a tap: Telegram allows
 * one link within a second of it.
 */
export function openLink(url: string): void {
  const openHere = () => void window.open(url, '_blank', 'noopener')
  if (isTelegramLink(url)) leaveForTelegram(url)
  else withSdk((sdk) => sdk.open(url) || openHere(), openHere)
}

/** Opens a link of Telegram over the app, or after it where a client closes it by itself. */
export function openInTelegram(url: string, then: () => void = () => undefined): void {
  const link = telegramLink(url) ?? url
  const openHere = () => void window.open(link, '_blank', 'noopener')
  withSdk((sdk) => {
    if (sdk.openInTelegram(link)) then()
    else openHere()
  }, openHere)
}

/** Opens a link of Telegram and closes the app: clients no longer do the second by themselves. */
export function leaveForTelegram(url: string): void {
  openInTelegram(url, () => withSdk((sdk) => sdk.knows('web_app_open_tg_link') && sdk.close()))
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

/** What `writeToCloud` stored on any device; null when there is nothing or Telegram does not answer. */
export async function readFromCloud(key: string): Promise<string | null> {
  return (await loadSdk())?.readCloud(key) ?? null
}

export function writeToCloud(key: string, value: string): void {
  withSdk((sdk) => void sdk.writeCloud(key, value))
}
