import { knownLanguage, type Language, productName } from '#contract/languages.ts'
import { ApiError } from '#web/client/http/http.ts'
import { rememberLanguage } from '#web/start/session/language.ts'
import { launch, readFromCloud, writeToCloud } from '#web/telegram/index.ts'
import { translations } from './i18n-runtime.ts'
import { queryClient, sessionQuery } from './query.ts'

/**
 * Areas of texts. `app` holds the texts of the first screen; the other areas are loaded together with their screens.
 */
export type TextArea =
  | 'app'
  | 'rest'
  | 'errors'
  | 'people'
  | 'home'
  | 'deals'
  | 'settings'
  | 'info'
  | 'admin'
  | 'kit'

const files = import.meta.glob<Record<string, string>>(
  ['../../contract/texts/*/*.json', '!../../contract/texts/*/bot.json'],
  {
    import: 'default',
  },
)
const cloudKey = 'language'
const loadedAreas = new Set<TextArea>(['app'])
const loadedTexts = new Set<string>()

async function load(language: Language, area: TextArea): Promise<void> {
  const path = `../../contract/texts/${language}/${area}.json`
  if (loadedTexts.has(path)) return
  const texts = await files[path]?.()
  loadedTexts.add(path)
  translations.add(language, texts ?? {})
}

/** Loads the texts of the first screen in one language. It must be called only once. */
export async function startI18n(language: Language): Promise<void> {
  await load(language, 'app')
  switchLanguage(language)
}

/** Loads areas of texts in the current language. A later change of language loads these areas as well. */
export async function loadTexts(...neededAreas: TextArea[]): Promise<void> {
  for (const area of neededAreas) loadedAreas.add(area)
  await Promise.all(neededAreas.map((area) => load(currentLanguage(), area)))
}

export function currentLanguage(): Language {
  return translations.language
}

/** Switches the interface language without storing the choice. */
export async function showLanguage(language: Language): Promise<void> {
  await Promise.all([...loadedAreas].map((area) => load(language, area)))
  switchLanguage(language)
}

/** Switches the interface language and stores it on this device and in Telegram's cloud. */
export async function changeLanguage(language: Language): Promise<void> {
  rememberLanguage(launch, language)
  writeToCloud(cloudKey, language)
  await showLanguage(language)
  // Data is loaded again, because responses contain translated names, such as those of categories.
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [call] }) => call !== sessionQuery.queryKey[0],
  })
}

/**
 * Returns the language that is stored in Telegram's cloud: chosen on another device, or before the frame lost its
 * storage.
 */
export async function readCloudLanguage(): Promise<Language | undefined> {
  return knownLanguage(await readFromCloud(cloudKey))
}

function switchLanguage(language: Language): void {
  translations.setLanguage(language)
  document.documentElement.lang = language
  document.title = productName[language]
}

/**
 * Returns the text of an error for the user. Until the texts `errors` are loaded, a refusal is only called an error, and
 * not a fault of the service.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return translations.t('error.generic.text')
  if (error.code === 'offline') return translations.t('error.offline')
  if (error.code === 'timeout') return translations.t('error.timeout')
  if (error.code === 'cancelled') return translations.t('error.cancelled')
  const fallbackKey = error.status < 500 ? 'error.generic.title' : 'error.generic.text'
  return translations.t([`errors.${error.code}`, fallbackKey])
}
