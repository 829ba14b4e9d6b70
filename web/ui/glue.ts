const shortWords = /(^|[\s(«])(\p{L}{1,2}|для|при|без|под|the) (?=\S)/giu
/** A longer word with a hyphen is broken at it. */
const tooLong = 24
// The first part is bounded, because a try from each letter of a long word would take time by its square.
const hyphenated = /(\p{L}{2,23}-\p{L}+)/u

/** People's own text with no-break spaces after short words, so that a line does not end with them. */
export function glue(text: string): string {
  return text
    .replace(shortWords, (_all, before: string, word: string) => `${before}${word}\u00a0`)
    .replace(/ (?=[—–])/g, '\u00a0')
}

/** A title in parts, of which some are not broken at their hyphens. */
export function titleParts(text: string): { part: string; isUnbroken: boolean }[] {
  return glue(text)
    .split(hyphenated)
    .map((part, index) => ({ part, isUnbroken: index % 2 === 1 && part.length < tooLong }))
}
