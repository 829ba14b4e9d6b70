import type { Language } from '#contract/options.ts'
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

/** The language this person chose on this device, or null. */
export function chosenLanguage(launch: Launch): Language | null {
  const value = storage().getItem(key(launch))
  return value === 'ru' || value === 'en' ? value : null
}

export function rememberLanguage(launch: Launch, language: Language): void {
  try {
    storage().setItem(key(launch), language)
  } catch {
    // A full storage: the server knows the language too.
  }
}

/** What to offer to a person who has not chosen: Russian unless Telegram speaks English to them. */
export function likelyLanguage(launch: Launch): Language {
  return launch.languageCode?.startsWith('en') ? 'en' : 'ru'
}
