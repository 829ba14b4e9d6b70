/**
 * Calls of Telegram's SDK. Only this file imports the SDK, and it is loaded after the first paint (`client.ts`). Each
 * call checks whether the client supports it, because Telegram 6.0 lacks half of the calls.
 */
import {
  addToHomeScreen,
  bindViewportCssVars,
  checkHomeScreenStatus,
  closeMiniApp,
  disableClosingConfirmation,
  disableVerticalSwipes,
  downloadFile,
  enableClosingConfirmation,
  enableVerticalSwipes,
  getCloudStorageItem,
  hapticFeedbackImpactOccurred,
  hapticFeedbackNotificationOccurred,
  hapticFeedbackSelectionChanged,
  hideBackButton,
  init,
  mountBackButton,
  mountClosingBehavior,
  mountMiniAppSync,
  mountSettingsButton,
  mountSwipeBehavior,
  mountViewport,
  on,
  onBackButtonClick,
  onSettingsButtonClick,
  openLink,
  openTelegramLink,
  postEvent,
  request,
  requestContactComplete,
  requestWriteAccess,
  setCloudStorageItem,
  setMiniAppBackgroundColor,
  setMiniAppBottomBarColor,
  setMiniAppHeaderColor,
  showBackButton,
  showSettingsButton,
  supports,
  targetOrigin,
} from '@telegram-apps/sdk-react'
import { bootState } from '#web/start/boot-state.ts'
import { applyTheme, deriveTheme, type Theme, type ThemeParams } from '#web/theme/theme.ts'
import { cleanTheme } from '#web/theme/theme-params.ts'

export type Haptic = 'selection' | 'light' | 'success' | 'warning' | 'error'
/**
 * Outcome of a payment in Stars. `again` means that the invoice was requested twice and is still open; the first
 * request still waits for its outcome.
 */
export type InvoiceOutcome =
  | 'paid'
  | 'failed'
  | 'pending'
  | 'cancelled'
  | 'unsupported'
  | 'unanswered'
  | 'again'
export type ShareOutcome = 'sent' | 'declined' | 'failed'
/** Visible height of the app. In a client that has not expanded the app only the upper part is visible. */
export type VisibleHeight = { height: number; isExpanded: boolean }
export type ContactAnswer = { outcome: 'shared'; contact: string } | { outcome: 'declined' | 'unanswered' }

/**
 * Outcome of a download. `cancelled` means that the user cancelled it, or that Telegram checked the URL and refused it.
 */
export type SaveOutcome = 'downloading' | 'cancelled' | 'unanswered' | 'unsupported'

const viewportMs = 3000
const cloudMs = 1500
/** Time in ms that the user has to answer Telegram's dialog. */
const dialogMs = 60_000
/** Time in ms to wait for the outcome of a payment or of sharing, because some clients never report it. */
const sheetMs = 15_000
/**
 * Time in ms after which the user is offered another way to get the file. A late answer in Telegram's dialog still
 * counts.
 */
const saveMs = 20_000

type Method = Parameters<typeof supports>[0]
export const isSupported = (method: Method) => supports(method, bootState.launch.version)

type Guarded<A extends unknown[]> = { ifAvailable(...args: A): readonly [boolean, unknown?] }

/** Makes a call if the client supports it. Errors of the call are ignored. */
function callIfSupported<A extends unknown[]>(call: Guarded<A>, ...args: A): boolean {
  try {
    return call.ifAvailable(...args)[0]
  } catch {
    return false
  }
}

/** Waits for the next task of the browser, so that a slow phone can handle input between two steps. */
const nextTask = () => new Promise<void>((done) => setTimeout(done))

/**
 * Starts Telegram's SDK in steps, because each part of the SDK parses the whole launch again.
 * @returns false if the SDK cannot run, for example outside Telegram
 */
export async function connect(): Promise<boolean> {
  try {
    // Any origin is accepted, as in Telegram's own script, because the Content Security Policy limits which sites may
    // frame this page.
    targetOrigin.set('*')
    init({ acceptCustomStyles: false })
  } catch {
    return false
  }
  on('viewport_changed', noteHeight)
  for (const mount of [mountMiniAppSync, mountBackButton, mountClosingBehavior, mountSwipeBehavior]) {
    await nextTask()
    callIfSupported(mount)
  }
  // Mounting disables swipes that close the app. The app enables them except while a sheet is open.
  verticalSwipes(true)
  await nextTask()
  void followViewport()
  return true
}

type Viewport = { height: number; is_expanded: boolean; is_state_stable: boolean }
let visibleHeight: VisibleHeight | null = null
let reportHeight: (height: VisibleHeight) => void = () => undefined

function noteHeight({ height, is_expanded, is_state_stable }: Viewport): void {
  if (!is_state_stable) return
  visibleHeight = { height, isExpanded: is_expanded }
  reportHeight(visibleHeight)
}

/** Subscribes to stable heights of the app. If a height is known already, it is reported at once. */
export function onVisibleHeight(listener: (height: VisibleHeight) => void): void {
  reportHeight = listener
  if (visibleHeight) listener(visibleHeight)
}

/**
 * Binds the CSS variables of the viewport. Callers do not wait for this, because some clients never report the
 * viewport.
 */
async function followViewport(): Promise<void> {
  try {
    await mountViewport({ timeout: viewportMs })
    bindViewportCssVars((key) =>
      /inset/i.test(key) ? `--tg-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` : null,
    )
  } catch {
    // Without the variables the page uses env(safe-area-inset-*).
  }
}

/** Gives Telegram's bars the colours of the page, so that no border between them is visible. */
function paintBars({ colors }: Theme): void {
  callIfSupported(setMiniAppHeaderColor, colors.page as `#${string}`)
  callIfSupported(setMiniAppBackgroundColor, colors.page as `#${string}`)
  callIfSupported(setMiniAppBottomBarColor, colors.card as `#${string}`)
}

/** Applies the theme of the launch to Telegram's bars, and each later theme to the bars and the page. */
export function followTheme(first: ThemeParams): void {
  paintBars(deriveTheme(first))
  on('theme_changed', ({ theme_params }) => {
    const theme = deriveTheme(cleanTheme(theme_params) as ThemeParams)
    applyTheme(theme)
    paintBars(theme)
  })
}

/** Requests the current theme. The client answers with the event `theme_changed`. */
export function requestTheme(): void {
  try {
    postEvent('web_app_request_theme')
  } catch {
    // Errors are ignored, because the app then keeps the current theme.
  }
}

/** Subscribes to the client's events that the app was minimised or restored. */
export function onVisibility(handler: (isVisible: boolean) => void): void {
  on('visibility_changed', ({ is_visible }) => handler(is_visible))
}

/** Subscribes to `popup_closed`, which the client sends when any of its popups closes. */
export function onPopupClosed(handler: () => void): void {
  on('popup_closed', handler)
}

export function onBackPressed(handler: () => void): void {
  callIfSupported(onBackButtonClick as Guarded<[() => void]>, handler)
}

/** Shows the entry "Settings" in Telegram's menu of the app. @returns removes the entry's handler */
export function onSettings(handler: () => void): () => void {
  callIfSupported(mountSettingsButton)
  if (!callIfSupported(showSettingsButton)) return () => undefined
  const [isListening, stop] = onSettingsButtonClick.ifAvailable(handler)
  return isListening ? stop : () => undefined
}

export const showBack = (isVisible: boolean) => callIfSupported(isVisible ? showBackButton : hideBackButton)
export const close = () => callIfSupported(closeMiniApp as Guarded<[]>)
export const confirmClosing = (isOn: boolean) =>
  callIfSupported(isOn ? enableClosingConfirmation : disableClosingConfirmation)
export const verticalSwipes = (isOn: boolean) =>
  callIfSupported(isOn ? enableVerticalSwipes : disableVerticalSwipes)
export const open = (url: string) => callIfSupported(openLink as Guarded<[string]>, url)

/**
 * Clients before 6.1 open their own links by navigating the page. This works in a top-level window, but in a frame it
 * would replace the app.
 */
export function openInTelegram(url: string): boolean {
  const isFrame = window.self !== window.top
  return (
    (isSupported('web_app_open_tg_link') || !isFrame) &&
    callIfSupported(openTelegramLink as Guarded<[string]>, url)
  )
}

export function haptic(kind: Haptic): void {
  if (kind === 'selection') callIfSupported(hapticFeedbackSelectionChanged)
  else if (kind === 'light') callIfSupported(hapticFeedbackImpactOccurred, kind)
  else callIfSupported(hapticFeedbackNotificationOccurred, kind)
}

const requestIds = new Set<string>()

/**
 * Shows Telegram's sheet for an invoice in Stars. The reported outcome is only a hint, because the server decides
 * whether the payment was made.
 */
export async function openInvoice(slug: string): Promise<InvoiceOutcome> {
  if (!isSupported('web_app_open_invoice')) return 'unsupported'
  const isFirst = !requestIds.has(slug)
  requestIds.add(slug)
  const answer = request('web_app_open_invoice', 'invoice_closed', {
    params: { slug },
    capture: (closed) => closed.slug === slug,
    timeout: sheetMs,
  }).then(
    ({ status }) => status as InvoiceOutcome,
    () => 'unanswered' as const,
  )
  if (!isFirst) return 'again'
  return answer.finally(() => requestIds.delete(slug))
}

/**
 * Opens Telegram's list of chats for a message prepared by the server.
 * @param onSilence called if the client does not answer in time; a late answer still counts
 */
export async function sharePrepared(id: string, onSilence: () => void): Promise<ShareOutcome> {
  const silenceTimer = setTimeout(onSilence, sheetMs)
  const events = ['prepared_message_sent', 'prepared_message_failed'] as const
  try {
    const failure = await request('web_app_send_prepared_message', [...events], { params: { id } })
    if (!failure) return 'sent'
    return failure.error === 'USER_DECLINED' ? 'declined' : 'failed'
  } catch {
    return 'failed'
  } finally {
    clearTimeout(silenceTimer)
  }
}

export const canSharePrepared = () => isSupported('web_app_send_prepared_message')

const isRefusal = (error: unknown) => error instanceof Error && error.name === 'AccessDeniedError'

/** Downloads a file with Telegram's dialog, which exists since version 8.0. */
export async function saveFile(url: string, name: string): Promise<SaveOutcome> {
  if (!downloadFile.isAvailable()) return 'unsupported'
  try {
    await downloadFile(url, name, { timeout: saveMs })
    return 'downloading'
  } catch (error) {
    return isRefusal(error) ? 'cancelled' : 'unanswered'
  }
}

/** Returns the signed contact exactly as Telegram sent it, because the signature covers the order of its keys. */
export async function requestContact(): Promise<ContactAnswer> {
  if (!requestContactComplete.isAvailable()) return { outcome: 'unanswered' }
  try {
    const { raw } = await requestContactComplete({ timeout: dialogMs })
    return { outcome: 'shared', contact: raw }
  } catch (error) {
    return { outcome: isRefusal(error) ? 'declined' : 'unanswered' }
  }
}

/** Returns true if the bot may write to the user from now on. */
export async function askToWrite(): Promise<boolean> {
  if (!requestWriteAccess.isAvailable()) return false
  try {
    return (await requestWriteAccess({ timeout: dialogMs })) === 'allowed'
  } catch {
    return false
  }
}

/** State of the app's icon on the home screen. `missed` means that the icon can be added. */
export async function homeScreenStatus(): Promise<string> {
  if (!checkHomeScreenStatus.isAvailable()) return 'unsupported'
  return checkHomeScreenStatus({ timeout: cloudMs }).catch(() => 'unknown')
}

/**
 * Asks Telegram to add the app's icon to the home screen. Telegram asks the user itself, and the answer is not needed.
 */
export const addIcon = () => callIfSupported(addToHomeScreen)

/**
 * Returns a value that Telegram stores for this user and bot on all devices. `null` if there is none or Telegram does
 * not answer.
 */
export async function readCloud(key: string): Promise<string | null> {
  if (!getCloudStorageItem.isAvailable()) return null
  return getCloudStorageItem(key, { timeout: cloudMs }).then(
    (value) => value || null,
    () => null,
  )
}

export async function writeCloud(key: string, value: string): Promise<void> {
  if (!setCloudStorageItem.isAvailable()) return
  await setCloudStorageItem(key, value, { timeout: cloudMs }).catch(() => undefined)
}
