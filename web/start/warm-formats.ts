import { dateFormat } from '#contract/formats.ts'
import type { Language } from '#contract/languages.ts'
import { dateLocale } from '#contract/languages.ts'

/** Late enough to follow the first cards, early enough to precede the application. */
const afterMs = 300

/**
 * The first formatted date of a language loads its calendar, which takes 60 ms on a slow phone. It runs while
 * the app waits for the network.
 */
export function warmFormats(language: Language): void {
  setTimeout(() => dateFormat(dateLocale[language], { day: 'numeric', month: 'short' }), afterMs)
}
