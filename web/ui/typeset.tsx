const shortWords = /(^|[\s(«])(\p{L}{1,2}|для|при|без|под|the) (?=\S)/giu
const hyphenated = /(\p{L}{2,}-\p{L}+)/u
const tooLong = 24

/** People's own text with no-break spaces after short words, so that a line does not end with them. */
export function glue(text: string): string {
  return text
    .replace(shortWords, (_all, before: string, word: string) => `${before}${word}\u00a0`)
    .replace(/ (?=[—–])/g, '\u00a0')
}

/** A title in which lines break neither after a short word nor inside a hyphenated one. */
export function Typeset({ text }: { text: string }) {
  return glue(text)
    .split(hyphenated)
    .map((part, index) =>
      index % 2 === 1 && part.length < tooLong ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
        <span key={index} className="unbroken">
          {part}
        </span>
      ) : (
        part
      ),
    )
}
