const shortWords = /(^|[\s(«])(\p{L}{1,2}|для|при|без|под|the) (?=\S)/giu
/** Words of at least this length may break at their hyphen. */
const maxWordLength = 24
// The length of the first part is bounded in this pattern; without a bound it would take quadratic time on a long word.
const hyphenated = /(\p{L}{2,23}-\p{L}+)/u

/** Inserts no-break spaces after short words, so that no line ends with them. */
export function bindShortWords(text: string): string {
  return text
    .replace(shortWords, (_all, before: string, word: string) => `${before}${word}\u00a0`)
    .replace(/ (?=[—–])/g, '\u00a0')
}

/** Splits a title into parts; `isUnbroken` parts must not break at their hyphen. */
export function titleParts(text: string): { part: string; isUnbroken: boolean }[] {
  return bindShortWords(text)
    .split(hyphenated)
    .map((part, index) => ({ part, isUnbroken: index % 2 === 1 && part.length < maxWordLength }))
}
