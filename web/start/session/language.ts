import { knownLanguage, type Language, languageOf } from '#contract/languages.ts'
import type { Launch } from './launch.ts'
import { persistentStorage, storeIfPossible } from './storage.ts'

const key = (launch: Launch) => `otklik:language:${launch.userId}`

/** The best storage available; third-party frames may have no persistent one. */
const storage = () => persistentStorage() ?? window.sessionStorage

/** The language chosen on this device. */
export function chosenLanguage(launch: Launch): Language | undefined {
  return knownLanguage(storage().getItem(key(launch)))
}

export function rememberLanguage(launch: Launch, language: Language): void {
  // Errors are ignored: the server stores the language too.
  storeIfPossible(storage(), key(launch), language)
}

/** The chosen language, or Telegram's language if none was chosen. */
export function spokenLanguage(launch: Launch): Language {
  return chosenLanguage(launch) ?? languageOf(launch.languageCode)
}
