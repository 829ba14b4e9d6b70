import { dateFormat } from '#contract/formats.ts'
import type { Language } from '#contract/languages.ts'
import { dateLocale } from '#contract/languages.ts'

/** By then the first cards are on the screen, and the application is still on its way. */
const afterMs = 300

/**
 * The first date that a language formats loads its calendar, a sixteenth of a second on a slow telephone; later
 * ones cost nothing. It runs while the app waits for the network.
 */
export function warmFormats(language: Language): void {
  setTimeout(() => dateFormat(dateLocale[language], { day: 'numeric', month: 'short' }), afterMs)
}
