import { knownLanguage, type Language, languageOf } from '#contract/languages.ts'
import type { Launch } from './launch.ts'
import { persistentStorage, storeIfPossible } from './storage.ts'

const key = (launch: Launch) => `otklik:language:${launch.userId}`

/** Storage that keeps values longest: `localStorage`, or session storage in frames that have no `localStorage`. */
const storage = () => persistentStorage() ?? window.sessionStorage

/** Returns the language chosen on this device. */
export function chosenLanguage(launch: Launch): Language | undefined {
  return knownLanguage(storage().getItem(key(launch)))
}

export function rememberLanguage(launch: Launch, language: Language): void {
  // Errors are ignored, because the server stores the language too.
  storeIfPossible(storage(), key(launch), language)
}

/** Returns the chosen language, or Telegram's language if none was chosen. */
export function spokenLanguage(launch: Launch): Language {
  return chosenLanguage(launch) ?? languageOf(launch.languageCode)
}
