const shortWords = /(^|[\s(«])(\p{L}{1,2}|для|при|без|под|the) (?=\S)/giu
/** A dash; a number and the rest of its thousands, or the sign or short noun that it counts. */
const bound = / (?=[—–])|(\d) (?=\d{3}\b|[₽$€%]|\p{L}{1,10}(?!\p{L}))/gu
/** Number of letters from which a hyphenated word may break at its hyphen. */
const minBreakableLength = 24
// The pattern bounds the length of the first part, because without a bound a long word takes quadratic time.
const hyphenated = /(\p{L}{2,23}-\p{L}+)/u

/**
 * Inserts no-break spaces into a person's text, so that no line ends with a short word and no amount is torn: neither
 * its digits nor the number and the noun that it counts.
 */
export function bindWords(text: string): string {
  return text
    .replace(shortWords, (_all, before: string, word: string) => `${before}${word}\u00a0`)
    .replace(bound, '$1\u00a0')
}

/** Splits a title into parts. A part with `isUnbroken` must not break at its hyphen. */
export function titleParts(text: string): { part: string; isUnbroken: boolean }[] {
  return bindWords(text)
    .split(hyphenated)
    .map((part, index) => ({ part, isUnbroken: index % 2 === 1 && part.length < minBreakableLength }))
}
