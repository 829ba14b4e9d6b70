import type { Plugin } from 'vite'
import { exactTexts } from './exact-texts.ts'

const space = '\u00a0'
const shortWords = /(^|[\s(«])(в|во|и|к|ко|с|со|у|о|об|а|на|по|до|от|за|из|не|но|для|при|без|под) (?=\S)/giu
const units =
  /(\d|\}\}) (?=(₽|[КМ]Б|мин|ч$|заказ|ваканс|фриланс|отклик|объявлен|сделк|человек|услуг|запрос|просмотр|д(ень|ня|ней)|час|символ|оцен|год|лет|мест))/g

/**
 * Returns a Russian text with no-break spaces where a line must not break: after short words, in numbers, before units.
 */
export function bindRussianText(text: string): string {
  return text
    .replace(shortWords, (_all, before: string, word: string) => before + word + space)
    .replace(/ (?=[—–·])/g, space)
    .replace(/(\d) (?=\d{3}(\D|$))/g, `$1${space}`)
    .replace(units, `$1${space}`)
}

/** Returns the Russian texts with no-break spaces. Texts fixed by the specification are unchanged. */
export function typeset(texts: Record<string, string>): Record<string, string> {
  const entries = Object.entries(texts).map(([key, text]) => [
    key,
    exactTexts.has(key) ? text : bindRussianText(text),
  ])
  return Object.fromEntries(entries)
}

/** Returns the texts of another language with a no-break space before each dot, so that no line begins with one. */
export function bindDots(texts: Record<string, string>): Record<string, string> {
  const entries = Object.entries(texts).map(([key, text]) => [key, text.replaceAll(' ·', `${space}·`)])
  return Object.fromEntries(entries)
}

/** Inserts no-break spaces into the texts when the app is built. */
export function typography(): Plugin {
  return {
    name: 'typography',
    enforce: 'pre',
    transform: {
      filter: { id: /\/texts\/[a-z]{2}\/[a-z]+\.json$/ },
      handler: (code, id) => {
        const bind = id.includes('/texts/ru/') ? typeset : bindDots
        return { code: JSON.stringify(bind(JSON.parse(code))), map: null }
      },
    },
  }
}
