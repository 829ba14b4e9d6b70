/**
 * Names as others read them: of people, listings, tags, files. A name that turns its neighbours around, floods the
 * lines above it or shows nothing deceives whoever reads it. Such characters are taken out and never refused: a phone's
 * keyboard inserts them unnoticed, and a person cannot act on an error about a character that cannot be seen.
 */

const scripts = 'Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
const joining = `[${scripts.replace(/(\w{4}) ?/g, '\\p{Script_Extensions=$1}')}]`

/** Where a character that is not seen itself changes what is seen. */
const needed = [
  // A joiner, or its opposite, between letters whose shapes depend on their neighbours.
  `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
  // A family of emoji, and their coloured or plain shape.
  '(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic}\\p{Emoji_Modifier}?)[\\ufe0e\\ufe0f]',
  // A keycap, and the flag of a part of a country.
  '(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007e}]{1,7}\\u{e007f}',
]
/** Control and format characters, directions, fillers, halves of a pair, signs without a meaning of their own. */
const unseen = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Default_Ignorable_Code_Point}]'
const sifted = new RegExp(`(${needed.join('|')})|${unseen}`, 'gu')
/** The empty Braille cell is no space for Unicode and one for the eye. */
const blanks = /[\p{White_Space}\u2800]+/gu
/** More marks than any living script stacks on one letter. */
const floods = /((?:[\u200c\u200d]?\p{M}){5})(?:[\u200c\u200d]?\p{M})+/gu
const seen = /[^\s\p{M}]/u

/** @returns the name in one line without what cannot be seen; empty when nothing is left to see */
export function cleanName(given: string): string {
  const shown = given.replace(blanks, ' ').replace(sifted, '$1').normalize('NFC').replace(floods, '$1')
  return seen.test(shown) ? shown.replace(/ +/g, ' ').trim() : ''
}
