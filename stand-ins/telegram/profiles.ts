/**
 * Clients that the desk emulates, with the quirks of real Telegram clients. All differences are data: a new client
 * needs only a new row.
 */
export interface Profile {
  id: string
  platform: string
  version: string
  title_ru: string
  title_en: string
  /** How page and client communicate: a native WebView injects an object, a web client uses a frame. */
  transport: 'native' | 'frame'
  /** `odd` themes have short, upper-case, transparent, invalid and missing colours. */
  theme: 'plain' | 'alpha' | 'odd' | 'none'
  /**
   * Storage of the page. `refused`: access to the storage throws, as for third parties. `null`: the WebView has no
   * storage.
   */
  storage: 'works' | 'refused' | 'null'
  clipboard: 'works' | 'refused'
  /** The client opens the app at half height, with the page's bottom off-screen, until it is expanded. */
  opens_half: boolean
  /** The client opens the app full-screen; the client's buttons float over the page. */
  opens_full: boolean
  /** The keyboard covers the page so that only the visual viewport shrinks, or the client shrinks the page. */
  keyboard: 'none' | 'covers' | 'resizes'
  /** The client never answers any request. */
  silent: boolean
  answers_theme_request: boolean
  answers_viewport_request: boolean
  /** Deviations of answers that depend on a person or on Telegram's server. */
  answers: Partial<Record<SlowAnswer, AnswerDeviation>>
  /** The client closes the mini-app when the mini-app opens a t.me link. */
  closes_on_links: boolean
}

/** Events that answer a request of the mini-app and depend on a person or on Telegram's server. */
export type SlowAnswer =
  | 'invoice_closed'
  | 'prepared_message_sent'
  | 'popup_closed'
  | 'phone_requested'
  | 'write_access_requested'
  | 'file_download_requested'

/** Deviation of an answer: the answer comes too late, never, or with other content. */
export type AnswerDeviation = 'late' | 'never' | { event?: string; data: object }

const defaultTraits: Omit<Profile, 'id' | 'title_ru' | 'title_en'> = {
  platform: 'ios',
  version: '9.6',
  transport: 'frame',
  theme: 'plain',
  storage: 'works',
  clipboard: 'works',
  opens_half: false,
  opens_full: false,
  keyboard: 'none',
  silent: false,
  answers_theme_request: true,
  answers_viewport_request: true,
  answers: {},
  closes_on_links: false,
}
const profile = (id: string, title_ru: string, title_en: string, traits: Partial<Profile> = {}): Profile => ({
  ...defaultTraits,
  id,
  title_ru,
  title_en,
  ...traits,
})

/** Applies one deviation to all answers that depend on a person or a server. */
const allAnswers = (deviation: AnswerDeviation): Profile['answers'] => ({
  invoice_closed: deviation,
  prepared_message_sent: deviation,
  popup_closed: deviation,
  phone_requested: deviation,
  write_access_requested: deviation,
  file_download_requested: deviation,
})

export const profiles: Profile[] = [
  profile('ios', 'iPhone', 'iPhone'),
  profile('android', 'Android', 'Android', { platform: 'android' }),
  profile('tdesktop', 'Компьютер', 'Desktop', { platform: 'tdesktop' }),
  profile('macos', 'macOS, отвечает не на всё', 'macOS, answers not everything', {
    platform: 'macos',
    answers_theme_request: false,
    answers_viewport_request: false,
  }),
  profile('weba', 'Веб-версия, цвета #RRGGBBAA', 'Web A, #RRGGBBAA colours', {
    platform: 'weba',
    theme: 'alpha',
    clipboard: 'refused',
    closes_on_links: true,
  }),
  profile('old', 'Старый клиент 6.0', 'Old client 6.0', {
    platform: 'android',
    version: '6.0',
  }),
  profile('silent', 'Молчит на всё', 'Answers nothing', { silent: true }),
  profile('nostorage', 'Хранилище запрещено', 'Storage blocked', { platform: 'weba', storage: 'refused' }),
  profile('notheme', 'Без темы', 'No theme', { theme: 'none' }),

  profile('ios-16', 'iPhone, iOS 16', 'iPhone, iOS 16', {
    version: '8.0',
    transport: 'native',
    keyboard: 'covers',
  }),
  profile('android-half', 'Android, половина экрана', 'Android, half screen', {
    platform: 'android',
    transport: 'native',
    opens_half: true,
    keyboard: 'resizes',
    clipboard: 'refused',
  }),
  profile('firefox', 'Telegram Web в Firefox', 'Telegram Web in Firefox', {
    platform: 'webk',
    version: '8.0',
    theme: 'alpha',
    storage: 'refused',
    clipboard: 'refused',
  }),
  profile('fullscreen', 'iPhone, во весь экран', 'iPhone, full screen', {
    transport: 'native',
    opens_full: true,
  }),
  profile('nullstorage', 'Android без хранилища', 'Android without storage', {
    platform: 'android',
    transport: 'native',
    storage: 'null',
  }),
  profile('oddtheme', 'Странные цвета темы', 'Odd colours', {
    platform: 'tdesktop',
    transport: 'native',
    theme: 'odd',
  }),
  profile('version-7', 'Клиент 7.10', 'Client 7.10', {
    platform: 'android',
    version: '7.10',
  }),
  profile('late', 'Отвечает поздно', 'Answers late', { answers: allAnswers('late') }),
  profile('mute', 'Не отвечает на вопросы человеку', 'Never tells what a person chose', {
    answers: allAnswers('never'),
  }),
  profile('failing', 'Говорит, что не вышло', 'Says that it failed', {
    answers: {
      invoice_closed: { data: { status: 'failed' } },
      prepared_message_sent: { event: 'prepared_message_failed', data: { error: 'MESSAGE_SEND_FAILED' } },
      write_access_requested: { data: { status: 'cancelled' } },
      file_download_requested: { data: { status: 'cancelled' } },
    },
  }),
]

/** A client's profile with overridden traits; tests choose their client with it. */
export const profileNamed = (name?: string, traits: Partial<Profile> = {}): Profile => ({
  ...(profiles.find(({ id }) => id === name) ?? (profiles[0] as Profile)),
  ...traits,
})
