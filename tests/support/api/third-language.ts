import { readFileSync } from 'node:fs'
import { register } from 'prom-client'
import { vi } from 'vitest'
import type { Language } from '#contract/languages.ts'

/** German, as an example of a language that the product does not have. */
export const german = 'de' as Language

const texts: Record<string, string> = {
  'errors.not_found': 'Hier ist nichts',
  'bot.start': 'Guten Tag, {{name}}!',
  'bot.menu': 'Öffnen',
  'bot.command.language': 'Sprache wählen',
  'bot.language': 'Wählen Sie Ihre Sprache',
  'bot.language.de': 'Deutsch',
  'bot.language.saved': 'Ab jetzt auf Deutsch.',
  'message.new_order.order': 'Neuer Auftrag: <b>{{title}}</b>',
  'message.button.order': 'Auftrag öffnen',
  'message.order.key.respond': 'Anbieten',
  'message.why.category': 'Sie lesen das, weil Ihr Fach „{{category}}“ ist.',
  'language.de': 'Deutsch',
  'common.continue': 'Weiter',
}

/** Returns the German texts of an area. Texts that this example lacks are in English. */
export function germanTexts(area: string): Record<string, string> {
  const english = new URL(`../../../contract/texts/en/${area}.json`, import.meta.url)
  return { ...JSON.parse(readFileSync(english, 'utf8')), ...texts }
}

/**
 * German names of some rows of the reference data, in the format of db/reference. All other rows have no German name.
 */
export const germanNames = {
  categories: { 101: 'Schlüsselfertige Websites' },
  currencies: { 1: 'Russischer Rubel' },
  price_terms: { 1: 'pro Projekt' },
}

/**
 * Makes the next imports load all modules again. Clears the registry of metrics too, because a module registers its
 * metrics there by name.
 */
function resetModules(): void {
  vi.resetModules()
  register.clear()
}

/**
 * Makes German a language of every module that is imported from now on. Adds German to the lists of
 * contract/languages.ts and replaces its text files. A test must call `forgetGerman` afterwards, because other tests in
 * the same process use the same modules.
 */
export async function speakGerman(): Promise<void> {
  resetModules()
  const contract = await import('#contract/languages.ts')
  const lists: Record<string, unknown> = {
    productName: 'Otklik',
    startWords: { text: 'Die App konnte nicht geladen werden', retry: 'Erneut versuchen' },
    guardWords: {
      old: 'Die App ist nicht gestartet. Aktualisieren Sie Telegram oder Android System WebView',
      oldApple: 'Die App ist nicht gestartet. Aktualisieren Sie iOS und Telegram',
      slow: 'Das Laden dauert lange',
      retry: 'Neu laden',
    },
    dateLocale: 'de-DE',
    signFirst: false,
    spanDash: '–',
    searchConfiguration: 'german',
  }
  ;(contract.languages as unknown as string[]).push(german)
  for (const [name, line] of Object.entries(lists))
    Object.assign(contract[name as keyof typeof contract], { [german]: line })
  vi.doMock('#services/core/text/texts.ts', async (readOriginal) => {
    const { readTexts } = await readOriginal<typeof import('#services/core/text/texts.ts')>()
    return {
      readTexts: (...[language, area]: Parameters<typeof readTexts>) =>
        language === german ? germanTexts(area) : readTexts(language, area),
    }
  })
}

export function forgetGerman(): void {
  vi.doUnmock('#services/core/text/texts.ts')
  resetModules()
}
