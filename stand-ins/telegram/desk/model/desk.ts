import { type Profile, profileNamed } from '../../profiles.ts'
import { type Theme, themes } from '../../themes.ts'
import { createStore, useStore } from './store.ts'
import { dictionaries, type Language, type Word } from './words.ts'

export interface BotButton {
  is_visible: boolean
  is_active: boolean
  is_progress_visible: boolean
  has_shine_effect: boolean
  text: string
  color?: string
  text_color?: string
  position?: 'left' | 'right' | 'top' | 'bottom'
}

export interface Popup {
  title: string
  message: string
  buttons: { id: string; type: string; text: string }[]
}

export interface DownloadRequest {
  url: string
  file_name: string
  web?: string
}

/** State of the open mini-app: header, buttons and dialogs. */
export interface OpenApp {
  /** Key of the launch. Each launch has a new key, so that React recreates the frame of the mini-app. */
  key: number
  url: string
  loading: boolean
  minimised: boolean
  /** False while the mini-app is at half height, with its lower half off-screen. */
  expanded: boolean
  /** True while a field of the mini-app's page has the focus, so the keyboard is open. */
  typing: boolean
  fullscreen: boolean
  back_visible: boolean
  settings_visible: boolean
  confirm_closing: boolean
  main: BotButton
  secondary: BotButton
  header_color?: string
  background_color?: string
  bottom_color?: string
  popup?: Popup
  dialog?: 'phone' | 'write' | 'close' | 'download'
  /** File that the download dialog asks about. */
  download?: DownloadRequest & { size: number }
  menu_open: boolean
}

export type Pane = 'phone' | 'people' | 'log'

export interface DeskState {
  user_id?: number
  theme: Theme
  profile: Profile
  language: Language
  delay_ms: number
  with_panels: boolean
  /** Visible column of the desk on a narrow screen. */
  pane: Pane
  /** Chat that is open; undefined shows the list of chats. */
  chat_id?: number
  /** Parameter of a t.me/…?start= link. It is kept until the Start button is pressed. */
  start_payload?: string
  draft: string
  app?: OpenApp
  browser_url?: string
  invoice_slug?: string
  /** Content that the person shares: a text, a prepared message, or a query for the bot's inline mode. */
  sharing?: { text?: string; prepared_id?: string; query?: string }
  card_user_id?: number
  confirm_url?: string
  alert?: string
  toast?: string
  unread: Record<number, number>
  /** Channels whose new posts are not marked in colour. */
  muted: number[]
  clipboard?: string
}

const query = new URLSearchParams(location.search)
const readChoice = (name: string) => query.get(name) ?? localStorage.getItem(`desk.${name}`) ?? undefined
const user = readChoice('user')
/** Traits of the client that a test overrides. */
export const traits = JSON.parse(query.get('traits') ?? '{}') as Partial<Profile>

export const desk = createStore<DeskState>({
  user_id: user ? Number(user) : undefined,
  theme: themes.find(({ id }) => id === readChoice('theme')) ?? (themes[0] as Theme),
  profile: profileNamed(readChoice('client'), traits),
  language: readChoice('lang') === 'en' ? 'en' : 'ru',
  delay_ms: 0,
  with_panels: query.get('panel') !== '0',
  pane: 'phone',
  draft: '',
  unread: {},
  muted: [],
})

// Stores the visitor's choices for the next visit, except choices given in the URL.
desk.listen(() => {
  const { user_id, theme, profile, language } = desk.get()
  const choices = { user: user_id, theme: theme.id, client: profile.id, lang: language }
  for (const [name, value] of Object.entries(choices))
    if (value !== undefined && !query.has(name)) localStorage.setItem(`desk.${name}`, String(value))
})

export const useDesk = <Part>(part: (state: DeskState) => Part) => useStore(desk, part)

/** Texts of the desk in the chosen language. */
export const translate = (name: Word) => dictionaries[desk.get().language][name]
export function useTexts() {
  const language = useDesk((state) => state.language)
  return (name: Word) => dictionaries[language][name]
}

let toastTimer: ReturnType<typeof setTimeout> | undefined
export function toast(text: string) {
  desk.set({ toast: text })
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => desk.set({ toast: undefined }), 2500)
}
