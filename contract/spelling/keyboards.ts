/** Keys of the English and the Russian keyboard in the same order, first without and then with Shift. */
const english = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>'
const russian = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю'

const otherKeys = new Map<string, string>()
for (const [place, key] of [...english].entries()) {
  otherKeys.set(key, russian[place] ?? key)
  if (!otherKeys.has(russian[place] ?? '')) otherKeys.set(russian[place] ?? '', key)
}

/** Returns what the same keys write with the other keyboard: «куфсе» is "react". The result is lower case. */
export const onOtherKeyboard = (text: string) =>
  [...text.normalize('NFC').toLowerCase()].map((letter) => otherKeys.get(letter) ?? letter).join('')

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю']

/** True if two letters are beside each other in a row of a keyboard. */
export const isNeighbour = (one: string, other: string) =>
  rows.some(
    (row) =>
      row.includes(one) && row.includes(other) && Math.abs(row.indexOf(one) - row.indexOf(other)) === 1,
  )

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
