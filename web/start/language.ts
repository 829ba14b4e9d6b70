import { knownLanguage, type Language, languageOf } from '#contract/languages.ts'
import type { Launch } from './launch.ts'

const key = (launch: Launch) => `otklik:language:${launch.userId}`

/** The first storage that works: third-party frames may have none that outlives the page. */
function storage(): Storage {
  try {
    return window.localStorage
  } catch {
    return window.sessionStorage
  }
}

/** The language this person chose on this device. */
export function chosenLanguage(launch: Launch): Language | undefined {
  return knownLanguage(storage().getItem(key(launch)))
}

export function rememberLanguage(launch: Launch, language: Language): void {
  try {
    storage().setItem(key(launch), language)
  } catch {
    // A full storage: the server knows the language too.
  }
}

/** The same for a person who has not chosen: what Telegram speaks to them. */
export function spokenLanguage(launch: Launch): Language {
  return chosenLanguage(launch) ?? languageOf(launch.languageCode)
}
