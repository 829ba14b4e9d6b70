/**
 * Functions of Telegram for the app. Only this folder imports Telegram's SDK, and nothing here delays the first paint.
 */
import { bootState } from '#web/start/boot-state.ts'
import { listenToBack } from './back.ts'
import { loadSdk, whenSdkReady, withSdk } from './client.ts'
import { isTelegramLink, telegramLink } from './links.ts'
import { followVisibility, onAppVisibility } from './look.ts'
import type { Haptic, VisibleHeight } from './sdk.ts'

export { handleBack as takeBack, useBack } from './back.ts'
export { isTelegramLink } from './links.ts'
export { isAppVisible, onAppVisibility, whenAppVisible } from './look.ts'
export type { Haptic, VisibleHeight } from './sdk.ts'

export const launch = bootState.launch

/** False in Telegram clients before 6.1. They have no Back button, so the app shows its own. */
export const hasBackButton = !launch.initData || /^(?:[7-9]|\d\d|6\.[1-9])/.test(launch.version)

/** Connects to the Telegram client after the first paint: bars, theme, Back button, viewport. */
export function connectTelegram(handlers: { popupClosed: () => void }): void {
  if (!launch.initData) return
  listenToBack()
  followVisibility()
  whenSdkReady((sdk) => {
    sdk.followTheme(launch.theme)
    sdk.onPopupClosed(handlers.popupClosed)
    // The theme is requested when the app becomes visible: clients report a change only once, and a minimised app may
    // miss it.
    onAppVisibility((isSeen) => isSeen && sdk.requestTheme())
  })
}

/** Subscribes to the visible height of the app. Only some clients report it. */
export function onVisibleHeight(listener: (height: VisibleHeight) => void): void {
  withSdk((sdk) => sdk.onVisibleHeight(listener))
}

/** Calls the function when the user opens the settings from Telegram's menu. @returns unsubscribes */
export function onSettingsPressed(handler: () => void): () => void {
  let isStopped = false
  let unsubscribe = () => {
    isStopped = true
  }
  whenSdkReady((sdk) => {
    if (!isStopped) unsubscribe = sdk.onSettings(handler)
  })
  return () => unsubscribe()
}

export function closeApp(): void {
  withSdk((sdk) => sdk.close())
}

/**
 * Opens an external page in the browser, or a Telegram link in Telegram. Call it in a click handler, because Telegram
 * allows one link within a second of a click.
 */
export function openLink(url: string): void {
  const openHere = () => void window.open(url, '_blank', 'noopener')
  if (isTelegramLink(url)) leaveForTelegram(url)
  else withSdk((sdk) => sdk.open(url) || openHere(), openHere)
}

/** Opens a Telegram link. `then` runs if Telegram has opened it. */
export function openInTelegram(url: string, afterOpening: () => void = () => undefined): void {
  const link = telegramLink(url) ?? url
  const openHere = () => void window.open(link, '_blank', 'noopener')
  withSdk((sdk) => {
    if (sdk.openInTelegram(link)) afterOpening()
    else openHere()
  }, openHere)
}

/** Opens a Telegram link and closes the app, because clients no longer close it themselves. */
export function leaveForTelegram(url: string): void {
  openInTelegram(url, () => withSdk((sdk) => sdk.isSupported('web_app_open_tg_link') && sdk.close()))
}

export function haptic(kind: Haptic): void {
  withSdk((sdk) => sdk.haptic(kind))
}

/** Makes Telegram ask for confirmation before closing the app. It is used only while unsaved text would be lost. */
export function confirmClosing(isOn: boolean): void {
  withSdk((sdk) => sdk.confirmClosing(isOn))
}

let holders = 0

/**
 * Disables swiping down to close the app, while a sheet or pull-to-refresh needs the gesture.
 * @returns enables swiping again
 */
export function holdSwipes(): () => void {
  if (holders++ === 0) withSdk((sdk) => sdk.verticalSwipes(false))
  return () => {
    if (--holders === 0) withSdk((sdk) => sdk.verticalSwipes(true))
  }
}

/** Returns the value that `writeToCloud` stored on any device. `null` if there is none or Telegram does not answer. */
export async function readFromCloud(key: string): Promise<string | null> {
  return (await loadSdk())?.readCloud(key) ?? null
}

export function writeToCloud(key: string, value: string): void {
  withSdk((sdk) => void sdk.writeCloud(key, value))
}
