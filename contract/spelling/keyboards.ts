/** Keys of the English and the Russian keyboard in the same order, first without and then with Shift. */
const english = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>'
const russian = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю'

const otherKeys = new Map<string, string>()
for (const [place, key] of [...english].entries()) {
  otherKeys.set(key, russian[place] ?? key)
  if (!otherKeys.has(russian[place] ?? '')) otherKeys.set(russian[place] ?? '', key)
}

/**
 * Returns what the same keys write with the other keyboard: «куфсе» is "react". The result is lower case. A full stop
 * among Russian letters is the key of the slash.
 */
export function onOtherKeyboard(text: string): string {
  const plain = text.normalize('NFC').toLowerCase()
  const isRussian = /[а-яё]/.test(plain)
  return [...plain]
    .map((letter) => (isRussian && letter === '.' ? '/' : (otherKeys.get(letter) ?? letter)))
    .join('')
}

/** Letters of each keyboard, row below row. Each row is shifted by half a key. */
const keyboards = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'],
]

/** Pairs of letters on keys that touch each other, in a row or across two rows. */
const [besidePairs, belowPairs] = [new Set<string>(), new Set<string>()]
for (const rows of keyboards)
  for (const [at, row] of rows.entries())
    for (const [place, letter] of [...row].entries()) {
      const pairsWith = (other = '') => [letter + other, other + letter]
      for (const pair of pairsWith(row[place + 1])) besidePairs.add(pair)
      const below = rows[at + 1] ?? ''
      for (const pair of [below[place - 1], below[place]].flatMap(pairsWith)) belowPairs.add(pair)
    }

/** True if two letters are beside each other in a row of a keyboard. */
export const isBeside = (one: string, other: string) => besidePairs.has(one + other)
/** True if two letters are on keys of neighbouring rows that touch each other. */
export const isBelow = (one: string, other: string) => belowPairs.has(one + other)

/** How Russian sounds are written in Latin letters, the longest first. */
const sounds: [string, string][] = Object.entries({
  shch: 'щ',
  sch: 'щ',
  sh: 'ш',
  ch: 'ч',
  zh: 'ж',
  kh: 'х',
  ts: 'ц',
  yu: 'ю',
  ya: 'я',
  yo: 'е',
  ay: 'ай',
  ey: 'ей',
  oy: 'ой',
  iy: 'ий',
  uy: 'уй',
  a: 'а',
  b: 'б',
  v: 'в',
  w: 'в',
  g: 'г',
  d: 'д',
  e: 'е',
  z: 'з',
  i: 'и',
  j: 'й',
  y: 'ы',
  k: 'к',
  c: 'к',
  q: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о',
  p: 'п',
  r: 'р',
  s: 'с',
  t: 'т',
  u: 'у',
  f: 'ф',
  h: 'х',
  x: 'кс',
})
const soundPattern = new RegExp(sounds.map(([written]) => written).join('|'), 'g')
const soundOf = new Map(sounds)

/** Writes a Russian word that was typed in Latin letters: "logotip" is «логотип». */
export const inCyrillic = (word: string) =>
  word.replace(soundPattern, (written) => soundOf.get(written) ?? written)

/** How English groups of letters are read, written in letters of `inCyrillic`. */
const englishSounds: [RegExp, string][] = [
  [/wh/g, 'v'],
  [/ph/g, 'f'],
  [/ck/g, 'k'],
  [/oo|ou/g, 'u'],
  [/ee|ea/g, 'i'],
  [/ow/g, 'ou'],
  [/al(?=l)/g, 'ol'],
  [/c(?=[eiy])/g, 's'],
  [/([a-z]{2}[^aeiou])e$/, '$1'],
]

/**
 * How a word may sound, in Cyrillic letters: as its letters are, and as English reads them. Words that sound alike have
 * the same form: "roblox" and «роблокс».
 */
export function soundsOf(word: string): string[] {
  const isLatin = /^[a-z\d]+$/.test(word)
  const english = englishSounds.reduce((text, [group, sound]) => text.replace(group, sound), word)
  return [...new Set(isLatin ? [word, english] : [word])].map((text) =>
    inCyrillic(text)
      .replaceAll('ц', 'тс')
      .replaceAll('э', 'е')
      .replaceAll('ы', 'и')
      .replaceAll('й', 'и')
      .replace(/[ьъ]/g, '')
      .replace(/([а-я])\1/g, '$1'),
  )
}
