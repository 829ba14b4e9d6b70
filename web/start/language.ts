import { knownLanguage, type Language, languageOf } from '#contract/languages.ts'
import type { Launch } from './launch.ts'
import { keep, lastingStorage } from './storage.ts'

const key = (launch: Launch) => `otklik:language:${launch.userId}`

/** The first storage that is there: third-party frames may have none that outlives the page. */
const storage = () => lastingStorage() ?? window.sessionStorage

/** The language this person chose on this device. */
export function chosenLanguage(launch: Launch): Language | undefined {
  return knownLanguage(storage().getItem(key(launch)))
}

export function rememberLanguage(launch: Launch, language: Language): void {
  // Where it is not kept, the server knows the language too.
  keep(storage(), key(launch), language)
}

/** The same for a person who has not chosen: what Telegram speaks to them. */
export function spokenLanguage(launch: Launch): Language {
  return chosenLanguage(launch) ?? languageOf(launch.languageCode)
}
