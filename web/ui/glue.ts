const shortWords = /(^|[\s(«])(\p{L}{1,2}|для|при|без|под|the) (?=\S)/giu
/** A dash; a number and the rest of its thousands, or the sign or short noun that it counts. */
const bound = / (?=[—–])|(\d) (?=\d{3}(?!\d)|[₽$€%]|\p{L}{1,10}(?!\p{L}))/gu
/** The end of a sentence and the next word. Longer words are left alone, because both must fit into one line. */
const sentenceEnds = /\.\s+(\S{1,14})(?=\s|$)/g
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

/**
 * Returns a person's text for a preview of a few lines. The last word of a sentence stays with the next word, because
 * the browser would put its ellipsis behind a full stop at the end of the last line.
 */
export function previewText(text: string): string {
  return bindWords(text).replace(sentenceEnds, '.\u00a0$1')
}

/** Splits a title into parts. A part with `isUnbroken` must not break at its hyphen. */
export function titleParts(text: string): { part: string; isUnbroken: boolean }[] {
  return bindWords(text)
    .split(hyphenated)
    .map((part, index) => ({ part, isUnbroken: index % 2 === 1 && part.length < minBreakableLength }))
}
