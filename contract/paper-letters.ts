/**
 * Characters that the font of the papers has: Latin and Cyrillic letters, figures and common marks. Private use, control
 * and invisible characters are left out. `services/deals/papers/pdf.test.ts` compares this with the font.
 */
const printable =
  /[ -~\u00a0-\u00ac\u00ae-\u0109\u010c-\u0113\u0116-\u011f\u0122-\u0127\u012a\u012b\u012e-\u0131\u0134-\u0137\u0139-\u013e\u0141-\u0148\u014c\u014d\u0150-\u0165\u016a-\u0173\u0178-\u017f\u0218-\u021b\u02bc\u0401-\u040c\u040e-\u044f\u0451-\u045c\u045e\u045f\u048a-\u04c0\u04c3-\u04f9\u1e9e\u2011\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u20b9-\u20bd\u2116\u2122\u2212]|\u0301/u

/** True if a paper can print every character of a text. */
export const isPrintable = (text: string): boolean =>
  [...text.normalize('NFC')].every((character) => printable.test(character))

/**
 * Returns a text on one line as a paper prints it. Letters that its font does not have become «…», so that a reader sees
 * that something is missing; other characters, such as emoji, are left out.
 * @returns an empty text if neither letters nor figures remain
 */
export function printedText(text: string): string {
  const printed = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{L}\p{N}]+/gu, (word) =>
      [...word].map((letter) => (printable.test(letter) ? letter : '\0')).join(''),
    )
    .replace(/\0+/g, '…')
    .replace(/./gu, (character) => (printable.test(character) ? character : ''))
    .replace(/ +/g, ' ')
    .trim()
  return /[\p{L}\p{N}]/u.test(printed) ? printed : ''
}
