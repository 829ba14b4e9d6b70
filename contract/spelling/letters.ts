/**
 * Letters of the two alphabets that look alike, lower case, each at the same place. Some pairs look alike only as
 * capitals, such as «Н» and "H".
 */
const cyrillic = 'авекмнорстух'
const latin = 'abekmhopctyx'

const mapLetters = (word: string, from: string, to: string) =>
  [...word].map((letter) => to[from.indexOf(letter)] ?? letter).join('')
const isAlike = (word: string, others: RegExp, alike: string) =>
  [...word].every((letter) => !others.test(letter) || alike.includes(letter))

/** Writes a word that mixes both alphabets in one of them, if every letter of the other one has a double there. */
function inOneAlphabet(word: string): string {
  if (!/[a-z][а-я]|[а-я][a-z]/.test(word)) return word
  if (isAlike(word, /[a-z]/, latin)) return mapLetters(word, latin, cyrillic)
  return isAlike(word, /[а-я]/, cyrillic) ? mapLetters(word, cyrillic, latin) : word
}

/** Names whose signs or letters are part of the name. The Latin and the Cyrillic letter mean the same. */
const shortNames: [RegExp, string][] = [
  [/^[cс]\+\+$/, 'c++'],
  [/^[cс]#$/, 'c#'],
  [/^1[cс]$/, '1с'],
]

/**
 * Normal form of a single word: composed letters, lower case, «е» for «ё», one alphabet. The function `search_text` of
 * the database writes whole texts by the same rules.
 */
export function normalWord(word: string): string {
  const plain = inOneAlphabet(word.normalize('NFC').toLowerCase().replaceAll('ё', 'е'))
  return shortNames.find(([name]) => name.test(plain))?.[1] ?? plain
}

/**
 * A word with all letters of one shape replaced by the same letter: «рнр» and "php" have the same shape, and «ЗД» that of
 * "3D".
 */
export const shapeOf = (word: string) => mapLetters(word, `${cyrillic}зд`, `${latin}3d`)

/** Pattern of a word. «C++», «C#» and ".NET" are words of their own. */
const wordPattern = /[cс](?:\+\+|#)|\.net(?![\p{L}\p{M}\p{N}])|[\p{L}\p{M}\p{N}]+/giu

/** Words of a text with their positions. */
export const wordsOf = (text: string) =>
  [...text.matchAll(wordPattern)].map(({ 0: written, index }) => ({
    written,
    at: index,
    normal: normalWord(written),
  }))

/** A text whose words have their normal form. Everything between them stays. */
export const normalText = (text: string) => text.replace(wordPattern, normalWord).toLowerCase()

const russianEndings =
  /(?:иями|ями|ами|ией|иев|иям|ием|иях|ого|его|ому|ему|ыми|ими|ый|ий|ой|ей|ая|яя|ое|ее|ые|ие|ых|их|ую|юю|ом|ем|ам|ям|ах|ях|ов|ев|ию|ия|ии|ью|ья|ье|а|я|о|е|у|ю|ы|и|ь|й)$/
const englishPlural = /([^s])s$/
/** Fewest letters that remain of a word without its ending. */
const leastStem = 3
/** Fewest letters of a stem whose last vowel may stand only in some forms: «обложек» and «обложка». */
const leastFleeting = 6

/** A normal word without the ending that changes with case and number. */
export function stemOf(word: string): string {
  const stem = /[a-z]$/.test(word) ? word.replace(englishPlural, '$1') : word.replace(russianEndings, '')
  return stem.length < leastStem ? word : stem
}

/** Part that all forms of a normal word have in common, also those with another vowel at the end: «обложек», «обложка». */
export function rootOf(word: string): string {
  const stem = stemOf(word)
  return stem.length < leastFleeting ? stem : stem.replace(/([^аеиоуыэюя])[ое]к$/, '$1к')
}
