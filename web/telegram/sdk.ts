/**
 * The only file that imports the SDK. Loaded after the first paint (`client.ts`). Each call checks whether
 * the client supports it; Telegram 6.0 lacks half of them.
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
 * Outcome of a payment in Stars. `again`: the invoice was requested twice and is still open; the first request keeps
 * waiting.
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
/** Visible height of the app; a client that is not expanded shows only the upper part. */
export type VisibleHeight = { height: number; isExpanded: boolean }
export type ContactAnswer = { outcome: 'shared'; contact: string } | { outcome: 'declined' | 'unanswered' }

/** Outcome of a download. `cancelled` means by the user, or by Telegram, which checks the URL first. */
export type SaveOutcome = 'downloading' | 'cancelled' | 'unanswered' | 'unsupported'

const viewportMs = 3000
const cloudMs = 1500
/** Time for the user to answer Telegram's dialog. */
const dialogMs = 60_000
/** Time to pay or choose a chat; some clients never answer. */
const sheetMs = 15_000
/** After this time the user is offered an alternative; a late answer in the dialog still counts. */
const saveMs = 20_000

type Method = Parameters<typeof supports>[0]
export const isSupported = (method: Method) => supports(method, bootState.launch.version)

type Guarded<A extends unknown[]> = { ifAvailable(...args: A): readonly [boolean, unknown?] }

/** Makes a call if the client supports it; its errors are ignored. */
function callIfSupported<A extends unknown[]>(call: Guarded<A>, ...args: A): boolean {
  try {
    return call.ifAvailable(...args)[0]
  } catch {
    return false
  }
}

/** Yields between steps, so that a slow phone can handle input. */
const nextTask = () => new Promise<void>((done) => setTimeout(done))

/**
 * Starts the SDK in steps, because each part parses the whole launch again.
 * @returns false if it cannot run, for example outside Telegram
 */
export async function connect(): Promise<boolean> {
  try {
    // Any origin is accepted, as in Telegram's own script; the Content Security Policy limits who may frame this page.
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
  // Mounting disables swipes; the app enables them except while a sheet is open.
  verticalSwipes(true)
  await nextTask()
  void followViewport()
  return true
}

type Viewport = { height: number; is_expanded: boolean; is_state_stable: boolean }
let visibleHeight: VisibleHeight | null = null
let tellHeight: (height: VisibleHeight) => void = () => undefined

function noteHeight({ height, is_expanded, is_state_stable }: Viewport): void {
  if (!is_state_stable) return
  visibleHeight = { height, isExpanded: is_expanded }
  tellHeight(visibleHeight)
}

/** Subscribes to stable heights; a known one is reported at once. */
export function onVisibleHeight(listener: (height: VisibleHeight) => void): void {
  tellHeight = listener
  if (visibleHeight) listener(visibleHeight)
}

/**
 * Binds the CSS variables of the viewport. Callers do not wait for it, because some clients never report the viewport.
 */
async function followViewport(): Promise<void> {
  try {
    await mountViewport({ timeout: viewportMs })
    bindViewportCssVars((key) =>
      /inset/i.test(key) ? `--tg-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` : null,
    )
  } catch {
    // The page falls back to env(safe-area-inset-*).
  }
}

/** Colours Telegram's bars like the page, so that no seam is visible. */
function paintBars({ colors }: Theme): void {
  callIfSupported(setMiniAppHeaderColor, colors.page as `#${string}`)
  callIfSupported(setMiniAppBackgroundColor, colors.page as `#${string}`)
  callIfSupported(setMiniAppBottomBarColor, colors.card as `#${string}`)
}

/** Applies the launch theme to Telegram's bars, and later themes to bars and page. */
export function followTheme(first: ThemeParams): void {
  paintBars(deriveTheme(first))
  on('theme_changed', ({ theme_params }) => {
    const theme = deriveTheme(cleanTheme(theme_params) as ThemeParams)
    applyTheme(theme)
    paintBars(theme)
  })
}

/** The client answers with `theme_changed`. */
export function requestTheme(): void {
  try {
    postEvent('web_app_request_theme')
  } catch {
    // The current theme stays.
  }
}

/** Subscribes to minimising and restoring of the app. */
export function onVisibility(handler: (isVisible: boolean) => void): void {
  on('visibility_changed', ({ is_visible }) => handler(is_visible))
}

/** `popup_closed` fires when any native popup closes. */
export function onPopupClosed(handler: () => void): void {
  on('popup_closed', handler)
}

export function onBackPressed(handler: () => void): void {
  callIfSupported(onBackButtonClick as Guarded<[() => void]>, handler)
}

/** Shows the entry "Settings" in Telegram's menu of the app. @returns removes the handler */
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
 * Clients before 6.1 handle their own links by navigating the page, which works in a top-level window but
 * would lose the app in a frame.
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

/** Shows Telegram's sheet for an invoice in Stars. The outcome is a hint; the server decides. */
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
 * @param onSilence called if no answer comes in time; a late answer still counts
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

/** Telegram's own download, available since version 8.0. */
export async function saveFile(url: string, name: string): Promise<SaveOutcome> {
  if (!downloadFile.isAvailable()) return 'unsupported'
  try {
    await downloadFile(url, name, { timeout: saveMs })
    return 'downloading'
  } catch (error) {
    return isRefusal(error) ? 'cancelled' : 'unanswered'
  }
}

/** The signed contact exactly as received, because the signature covers the order of its keys. */
export async function requestContact(): Promise<ContactAnswer> {
  if (!requestContactComplete.isAvailable()) return { outcome: 'unanswered' }
  try {
    const { raw } = await requestContactComplete({ timeout: dialogMs })
    return { outcome: 'shared', contact: raw }
  } catch (error) {
    return { outcome: isRefusal(error) ? 'declined' : 'unanswered' }
  }
}

/** True if the bot may write from now on. */
export async function askToWrite(): Promise<boolean> {
  if (!requestWriteAccess.isAvailable()) return false
  try {
    return (await requestWriteAccess({ timeout: dialogMs })) === 'allowed'
  } catch {
    return false
  }
}

/** State of the home-screen icon; `missed` means that it can be added. */
export async function homeScreenStatus(): Promise<string> {
  if (!checkHomeScreenStatus.isAvailable()) return 'unsupported'
  return checkHomeScreenStatus({ timeout: cloudMs }).catch(() => 'unknown')
}

/** Asks Telegram to add an icon to the home screen. Telegram asks the user itself, and its answer is not needed. */
export const addIcon = () => callIfSupported(addToHomeScreen)

/** Value stored by Telegram for this user and bot on all devices; `null` if missing or without an answer. */
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
