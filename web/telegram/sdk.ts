/**
 * The only file that knows the SDK. It is loaded after the first paint (`client.ts`), and every call asks
 * first whether the client at hand supports it: on Telegram 6.0 half of them do not exist.
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
/** `again`: asked once more while the first question is not answered, which goes on waiting. */
export type InvoiceOutcome =
  | 'paid'
  | 'failed'
  | 'pending'
  | 'cancelled'
  | 'unsupported'
  | 'unanswered'
  | 'again'
export type ShareOutcome = 'sent' | 'declined' | 'failed'
/** The height of the app that can be seen; a client that is not expanded shows its upper part alone. */
export type VisibleHeight = { height: number; isExpanded: boolean }
export type ContactAnswer = { outcome: 'shared'; contact: string } | { outcome: 'declined' | 'unanswered' }

/** `cancelled`: by the person, or by Telegram, which looks at the address first. */
export type SaveOutcome = 'downloading' | 'cancelled' | 'unanswered' | 'unsupported'

const viewportMs = 3000
const cloudMs = 1500
/** The person reads a dialog of Telegram meanwhile. */
const dialogMs = 60_000
/** Long enough to pay or to choose a chat; some clients never answer. */
const sheetMs = 15_000
/** After that the person is offered another way; who still reads the dialog may press there all the same. */
const saveMs = 20_000

type Method = Parameters<typeof supports>[0]
export const knows = (method: Method) => supports(method, bootState.launch.version)

type Guarded<A extends unknown[]> = { ifAvailable(...args: A): readonly [boolean, unknown?] }

/** Calls what the client supports; a client's own fault never stops the app. */
function attempt<A extends unknown[]>(call: Guarded<A>, ...args: A): boolean {
  try {
    return call.ifAvailable(...args)[0]
  } catch {
    return false
  }
}

/** Between two steps a slow telephone answers touches. */
const nextTask = () => new Promise<void>((done) => setTimeout(done))

/**
 * Starts the SDK, step by step: each part of it reads and checks the whole launch again.
 * @returns false where it cannot run, e.g. outside Telegram
 */
export async function connect(): Promise<boolean> {
  try {
    // As Telegram's own script does; the policy of contents names the pages that may frame this one.
    targetOrigin.set('*')
    init({ acceptCustomStyles: false })
  } catch {
    return false
  }
  on('viewport_changed', noteHeight)
  for (const mount of [mountMiniAppSync, mountBackButton, mountClosingBehavior, mountSwipeBehavior]) {
    await nextTask()
    attempt(mount)
  }
  // Mounting says "no swipes"; the app wants them except while a sheet is open.
  verticalSwipes(true)
  await nextTask()
  void followViewport()
  return true
}

type Viewport = { height: number; is_expanded: boolean; is_state_stable: boolean }
let visible: VisibleHeight | null = null
let tellHeight: (height: VisibleHeight) => void = () => undefined

function noteHeight({ height, is_expanded, is_state_stable }: Viewport): void {
  if (!is_state_stable) return
  visible = { height, isExpanded: is_expanded }
  tellHeight(visible)
}

/** Hears of every height that the client settles on, beginning with the one that was told already. */
export function onVisibleHeight(listener: (height: VisibleHeight) => void): void {
  tellHeight = listener
  if (visible) listener(visible)
}

/** Some clients never answer about the viewport, so nothing waits for it. */
async function followViewport(): Promise<void> {
  try {
    await mountViewport({ timeout: viewportMs })
    bindViewportCssVars((key) =>
      /inset/i.test(key) ? `--tg-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` : null,
    )
  } catch {
    // The page then relies on env(safe-area-inset-*).
  }
}

/** Paints Telegram's own bars like the page, so that no seam shows. */
function paintBars({ colors }: Theme): void {
  attempt(setMiniAppHeaderColor, colors.page as `#${string}`)
  attempt(setMiniAppBackgroundColor, colors.page as `#${string}`)
  attempt(setMiniAppBottomBarColor, colors.card as `#${string}`)
}

/** Gives Telegram's bars the colours of the launch, and both bars and page those of any later theme. */
export function followTheme(first: ThemeParams): void {
  paintBars(deriveTheme(first))
  on('theme_changed', ({ theme_params }) => {
    const theme = deriveTheme(cleanTheme(theme_params) as ThemeParams)
    applyTheme(theme)
    paintBars(theme)
  })
}

/** The client answers with `theme_changed`. */
export function askTheme(): void {
  try {
    postEvent('web_app_request_theme')
  } catch {
    // The theme of before stays.
  }
}

/** Hears when the client minimises the app and takes it back. */
export function onVisibility(handler: (isVisible: boolean) => void): void {
  on('visibility_changed', ({ is_visible }) => handler(is_visible))
}

/** `popup_closed` comes when any native popup closes. */
export function onPopupClosed(handler: () => void): void {
  on('popup_closed', handler)
}

export function onBackPressed(handler: () => void): void {
  attempt(onBackButtonClick as Guarded<[() => void]>, handler)
}

/** The entry in Telegram's own menu of the app. @returns what takes it away */
export function onSettings(handler: () => void): () => void {
  attempt(mountSettingsButton)
  if (!attempt(showSettingsButton)) return () => undefined
  const [isListening, stop] = onSettingsButtonClick.ifAvailable(handler)
  return isListening ? stop : () => undefined
}

export const showBack = (isVisible: boolean) => attempt(isVisible ? showBackButton : hideBackButton)
export const close = () => attempt(closeMiniApp as Guarded<[]>)
export const confirmClosing = (isOn: boolean) =>
  attempt(isOn ? enableClosingConfirmation : disableClosingConfirmation)
export const verticalSwipes = (isOn: boolean) => attempt(isOn ? enableVerticalSwipes : disableVerticalSwipes)
export const open = (url: string) => attempt(openLink as Guarded<[string]>, url)

/**
 * Before 6.1 a client takes its own links out of the page's way: the page goes there and never arrives. In a frame it
 * would, and be lost.
 */
export function openInTelegram(url: string): boolean {
  const isFrame = window.self !== window.top
  return (knows('web_app_open_tg_link') || !isFrame) && attempt(openTelegramLink as Guarded<[string]>, url)
}

export function haptic(kind: Haptic): void {
  if (kind === 'selection') attempt(hapticFeedbackSelectionChanged)
  else if (kind === 'light') attempt(hapticFeedbackImpactOccurred, kind)
  else attempt(hapticFeedbackNotificationOccurred, kind)
}

const asked = new Set<string>()

/** Telegram's own sheet for an invoice in Stars; what it says is a hint, only the server knows. */
export async function openInvoice(slug: string): Promise<InvoiceOutcome> {
  if (!knows('web_app_open_invoice')) return 'unsupported'
  const isFirst = !asked.has(slug)
  asked.add(slug)
  const answer = request('web_app_open_invoice', 'invoice_closed', {
    params: { slug },
    capture: (closed) => closed.slug === slug,
    timeout: sheetMs,
  }).then(
    ({ status }) => status as InvoiceOutcome,
    () => 'unanswered' as const,
  )
  if (!isFirst) return 'again'
  return answer.finally(() => asked.delete(slug))
}

/**
 * Telegram's own choice of chats for a message that the server prepared.
 * @param onSilence runs when no answer has come for long; it may still come
 */
export async function sharePrepared(id: string, onSilence: () => void): Promise<ShareOutcome> {
  const silence = setTimeout(onSilence, sheetMs)
  const events = ['prepared_message_sent', 'prepared_message_failed'] as const
  try {
    const failure = await request('web_app_send_prepared_message', [...events], { params: { id } })
    if (!failure) return 'sent'
    return failure.error === 'USER_DECLINED' ? 'declined' : 'failed'
  } catch {
    return 'failed'
  } finally {
    clearTimeout(silence)
  }
}

export const canSharePrepared = () => knows('web_app_send_prepared_message')

const isRefusal = (error: unknown) => error instanceof Error && error.name === 'AccessDeniedError'

/** Telegram's own download, since version 8.0. */
export async function saveFile(url: string, name: string): Promise<SaveOutcome> {
  if (!downloadFile.isAvailable()) return 'unsupported'
  try {
    await downloadFile(url, name, { timeout: saveMs })
    return 'downloading'
  } catch (error) {
    return isRefusal(error) ? 'cancelled' : 'unanswered'
  }
}

/** The signed contact exactly as Telegram gave it: its signature covers the order of its keys. */
export async function requestContact(): Promise<ContactAnswer> {
  if (!requestContactComplete.isAvailable()) return { outcome: 'unanswered' }
  try {
    const { raw } = await requestContactComplete({ timeout: dialogMs })
    return { outcome: 'shared', contact: raw }
  } catch (error) {
    return { outcome: isRefusal(error) ? 'declined' : 'unanswered' }
  }
}

/** Whether the bot may write from now on. */
export async function askToWrite(): Promise<boolean> {
  if (!requestWriteAccess.isAvailable()) return false
  try {
    return (await requestWriteAccess({ timeout: dialogMs })) === 'allowed'
  } catch {
    return false
  }
}

/** Whether an icon of the app stands on the home screen; `missed` is the one answer that invites to add it. */
export async function homeScreenStatus(): Promise<string> {
  if (!checkHomeScreenStatus.isAvailable()) return 'unsupported'
  return checkHomeScreenStatus({ timeout: cloudMs }).catch(() => 'unknown')
}

/** Telegram asks by itself; nothing depends on the answer. */
export const addIcon = () => attempt(addToHomeScreen)

/** A value Telegram keeps for this person and bot on all their devices; null when there is none or no answer. */
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
