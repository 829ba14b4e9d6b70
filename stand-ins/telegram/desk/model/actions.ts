import { api } from './api.ts'
import { type BotButton, desk, type OpenApp, toast, traits } from './desk.ts'

const createHiddenButton = (): BotButton => ({
  is_visible: false,
  is_active: true,
  is_progress_visible: false,
  has_shine_effect: false,
  text: '',
})
let launches = 0

export function createApp(url: string): OpenApp {
  const { opens_half, opens_full } = desk.get().profile
  return {
    key: ++launches,
    url,
    loading: true,
    minimised: false,
    expanded: !opens_half,
    typing: false,
    fullscreen: opens_full,
    back_visible: false,
    settings_visible: false,
    confirm_closing: false,
    main: createHiddenButton(),
    secondary: createHiddenButton(),
    menu_open: false,
  }
}

export function showError(error: unknown) {
  toast(error instanceof Error ? error.message : String(error))
}

/** Runs an action of a click handler and shows the error if it fails. */
export function runAction(action: () => Promise<unknown>) {
  action().catch(showError)
}

export function switchPerson(user_id: number) {
  desk.set({
    user_id,
    pane: 'phone',
    chat_id: undefined,
    start_payload: undefined,
    draft: '',
    app: undefined,
    browser_url: undefined,
    invoice_slug: undefined,
    sharing: undefined,
  })
}

export function openChat(chat_id: number, options: { start_payload?: string; draft?: string } = {}) {
  const { unread, app } = desk.get()
  desk.set({
    chat_id,
    start_payload: options.start_payload,
    draft: options.draft ?? '',
    unread: { ...unread, [chat_id]: 0 },
    // The mini-app is minimised while a chat is open, as on a phone.
    app: app && { ...app, minimised: true },
  })
}

interface Launch {
  startapp?: string
  url?: string
  menu?: boolean
  keyboard?: boolean
}

/** Opens the mini-app above the bot's chat. */
export async function openApp(launch: Launch) {
  const { user_id, theme, profile, chat_id } = desk.get()
  if (user_id === undefined) return
  const { url } = await api.open(user_id, { ...launch, theme: theme.id, profile: profile.id, traits })
  desk.set({ app: createApp(url), chat_id: chat_id ?? user_id, browser_url: undefined })
}

export function closeApp(force = false) {
  const { app } = desk.get()
  if (!app) return
  if (app.confirm_closing && !force) changeApp({ dialog: 'close', menu_open: false })
  else desk.set({ app: undefined })
}

export function changeApp(change: Partial<OpenApp>) {
  desk.set(({ app }) => ({ app: app && { ...app, ...change } }))
}
