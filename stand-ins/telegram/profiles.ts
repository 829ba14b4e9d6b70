/** Clients that the desk can pretend to be, with the faults of real ones. */
export interface Profile {
  id: string
  platform: string
  version: string
  title_ru: string
  title_en: string
  /** Colours come as #RRGGBBAA. */
  alpha_colors: boolean
  sends_theme: boolean
  /** Answers nothing at all. */
  silent: boolean
  /** Third-party storage is blocked. */
  blocks_storage: boolean
  answers_theme_request: boolean
  answers_viewport_request: boolean
  /** Closes the mini-app when it opens a t.me link. */
  closes_on_links: boolean
}

const plain = {
  version: '9.6',
  alpha_colors: false,
  sends_theme: true,
  silent: false,
  blocks_storage: false,
  answers_theme_request: true,
  answers_viewport_request: true,
  closes_on_links: false,
}
const profile = (
  id: string,
  platform: string,
  title_ru: string,
  title_en: string,
  change: Partial<Profile> = {},
): Profile => ({ ...plain, id, platform, title_ru, title_en, ...change })

export const profiles: Profile[] = [
  profile('ios', 'ios', 'iPhone', 'iPhone'),
  profile('android', 'android', 'Android', 'Android'),
  profile('tdesktop', 'tdesktop', 'Компьютер', 'Desktop'),
  profile('macos', 'macos', 'macOS, отвечает не на всё', 'macOS, answers not everything', {
    answers_theme_request: false,
    answers_viewport_request: false,
  }),
  profile('weba', 'weba', 'Веб-версия, цвета #RRGGBBAA', 'Web A, #RRGGBBAA colours', {
    alpha_colors: true,
    closes_on_links: true,
  }),
  profile('old', 'android', 'Старый клиент 6.0', 'Old client 6.0', { version: '6.0' }),
  profile('silent', 'ios', 'Молчит на всё', 'Answers nothing', { silent: true }),
  profile('nostorage', 'weba', 'Хранилище запрещено', 'Storage blocked', { blocks_storage: true }),
  profile('notheme', 'ios', 'Без темы', 'No theme', { sends_theme: false }),
]
