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

export interface DownloadWish {
  url: string
  file_name: string
  web?: string
}

/** A mini-app being shown: what its header, buttons and dialogs look like now. */
export interface OpenApp {
  /** New for every launch: the frame is made anew. */
  key: number
  url: string
  loading: boolean
  minimised: boolean
  /** False while half of it lies below the screen. */
  expanded: boolean
  /** A field of the page has the focus, so the keyboard is there. */
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
  asking?: 'phone' | 'write' | 'close' | 'download'
  /** The file that the person is asked about. */
  download?: DownloadWish & { size: number }
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
  /** What is seen where there is no room for everything. */
  pane: Pane
  /** The open chat; none means the list of chats. */
  chat_id?: number
  /** Parameter of a ?start= link that waits for the Start button. */
  start_payload?: string
  draft: string
  app?: OpenApp
  browser_url?: string
  invoice_slug?: string
  /** A text, a prepared message, or words for the bot's inline mode. */
  sharing?: { text?: string; prepared_id?: string; query?: string }
  card_user_id?: number
  confirm_url?: string
  alert?: string
  toast?: string
  unread: Record<number, number>
  clipboard?: string
}

const query = new URLSearchParams(location.search)
const chosen = (name: string) => query.get(name) ?? localStorage.getItem(`desk.${name}`) ?? undefined
const user = chosen('user')
/** Traits of the client that a test changes. */
export const traits = JSON.parse(query.get('traits') ?? '{}') as Partial<Profile>

export const desk = createStore<DeskState>({
  user_id: user ? Number(user) : undefined,
  theme: themes.find(({ id }) => id === chosen('theme')) ?? (themes[0] as Theme),
  profile: profileNamed(chosen('client'), traits),
  language: chosen('lang') === 'en' ? 'en' : 'ru',
  delay_ms: 0,
  with_panels: query.get('panel') !== '0',
  pane: 'phone',
  draft: '',
  unread: {},
})

// Choices are kept for the next visit, but not those given in the address: they are for that page only.
desk.listen(() => {
  const { user_id, theme, profile, language } = desk.get()
  const keep = { user: user_id, theme: theme.id, client: profile.id, lang: language }
  for (const [name, value] of Object.entries(keep))
    if (value !== undefined && !query.has(name)) localStorage.setItem(`desk.${name}`, String(value))
})

export const useDesk = <Part>(part: (state: DeskState) => Part) => useStore(desk, part)

/** Words of the desk in the chosen language. */
export const word = (name: Word) => dictionaries[desk.get().language][name]
export function useWords() {
  const language = useDesk((state) => state.language)
  return (name: Word) => dictionaries[language][name]
}

let toastTimer: ReturnType<typeof setTimeout> | undefined
export function toast(text: string) {
  desk.set({ toast: text })
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => desk.set({ toast: undefined }), 2500)
}
