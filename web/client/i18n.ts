import { knownLanguage, type Language, productName } from '#contract/languages.ts'
import { rememberLanguage } from '#web/start/language.ts'
import { launch, readFromCloud, writeToCloud } from '#web/telegram/index.ts'
import { ApiError } from './http.ts'
import { queryClient, sessionQuery } from './query.ts'
import { words } from './words.ts'

/** `app` is everything the first screen says; the rest comes with the screens that need it. */
export type TextArea =
  | 'app'
  | 'rest'
  | 'errors'
  | 'people'
  | 'home'
  | 'deals'
  | 'vacancies'
  | 'chat'
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
const areas = new Set<TextArea>(['app'])
const loaded = new Set<string>()

async function load(language: Language, area: TextArea): Promise<void> {
  const path = `../../contract/texts/${language}/${area}.json`
  if (loaded.has(path)) return
  const texts = await files[path]?.()
  loaded.add(path)
  words.add(language, texts ?? {})
}

/** Prepares the texts of the first screen in one language. Call once. */
export async function startI18n(language: Language): Promise<void> {
  await load(language, 'app')
  speak(language)
}

/** Makes the texts of an area known, in the present language and in any later one. */
export async function needTexts(...wanted: TextArea[]): Promise<void> {
  for (const area of wanted) areas.add(area)
  await Promise.all(wanted.map((area) => load(currentLanguage(), area)))
}

export function currentLanguage(): Language {
  return words.language
}

/** Shows the interface in a language, remembering nothing. */
export async function showLanguage(language: Language): Promise<void> {
  await Promise.all([...areas].map((area) => load(language, area)))
  speak(language)
}

/** The person's choice: shown, and remembered on this device and in Telegram for the other ones. */
export async function changeLanguage(language: Language): Promise<void> {
  rememberLanguage(launch, language)
  writeToCloud(cloudKey, language)
  await showLanguage(language)
  // The server's answers hold words too, such as the names of categories.
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [call] }) => call !== sessionQuery.queryKey[0],
  })
}

/** The choice made on another device, or before a frame lost its storage. */
export async function readCloudLanguage(): Promise<Language | undefined> {
  return knownLanguage(await readFromCloud(cloudKey))
}

function speak(language: Language): void {
  words.speak(language)
  document.documentElement.lang = language
  document.title = productName[language]
}

/** What to tell the person about a failure; the words need the area `errors`. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return words.t('error.generic.text')
  if (error.code === 'offline') return words.t('error.offline')
  if (error.code === 'timeout') return words.t('error.timeout')
  if (error.code === 'cancelled') return words.t('error.cancelled')
  return words.t([`errors.${error.code}`, 'error.generic.text'])
}
