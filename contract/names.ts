/**
 * Cleans displayed names of people, listings, tags and files. Characters that reverse the text, cover the lines above
 * or are invisible could deceive readers. Such characters are removed, and the name is not refused: keyboards insert
 * them unnoticed, and nobody can act on an error about an invisible character.
 */

const scripts = 'Arab Syrc Mong Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'
const joiningLetters = `[${scripts.replace(/(\w{4}) ?/g, '\\p{Script_Extensions=$1}')}]`

/** Positions at which an invisible character is needed, because it changes the visible text. */
const neededPositions = [
  // A zero-width joiner or non-joiner between letters of scripts whose letters change shape beside each other.
  `(?<=${joiningLetters})[\\u200c\\u200d](?=${joiningLetters})`,
  // A zero-width joiner inside an emoji sequence, and the invisible character that selects an emoji's coloured or plain
  // form.
  '(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Extended_Pictographic}\\p{Emoji_Modifier}?)[\\ufe0e\\ufe0f]',
  // Invisible characters of keycap emoji and of regional flags.
  '(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
  '(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007e}]{1,7}\\u{e007f}',
]
/**
 * Pattern of characters to remove: control and format characters, directional marks, fillers, lone surrogates,
 * unassigned characters.
 */
const invisible = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Default_Ignorable_Code_Point}]'
const invisiblePattern = new RegExp(`(${neededPositions.join('|')})|${invisible}`, 'gu')
/** White space, and the empty Braille cell, which looks like a space but is none in Unicode. */
const blanks = /[\p{White_Space}\u2800]+/gu
/** Pattern of more combining marks on one letter than any living script uses. */
const stackedMarks = /((?:[\u200c\u200d]?\p{M}){5})(?:[\u200c\u200d]?\p{M})+/gu
const visiblePattern = /[^\s\p{M}]/u

/** @returns the name in one line without invisible characters; empty if nothing visible remains */
export function cleanName(rawName: string): string {
  const visibleName = rawName
    .replace(blanks, ' ')
    .replace(invisiblePattern, '$1')
    .normalize('NFC')
    .replace(stackedMarks, '$1')
  return visiblePattern.test(visibleName) ? visibleName.replace(/ +/g, ' ').trim() : ''
}
