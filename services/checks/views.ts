import { foldPattern, type View } from './skeleton.ts'

/**
 * Replaces the matches of a pattern in a text. A replacement must not be longer than its match. The positions still
 * refer to the original text.
 */
function replaceParts(view: View, parts: RegExp, replace: (part: string, index: number) => string): View {
  const positions = new Uint32Array(view.positions.length)
  let text = ''
  let copied = 0
  const copyUntil = (to: number) => {
    positions.set(view.positions.subarray(copied, to), text.length)
    text += view.text.slice(copied, to)
  }
  for (const match of view.text.matchAll(parts)) {
    const replacement = replace(match[0], match.index)
    if (replacement === match[0]) continue
    copyUntil(match.index)
    positions.set(view.positions.subarray(match.index, match.index + replacement.length), text.length)
    text += replacement
    copied = match.index + match[0].length
  }
  if (copied === 0) return view
  copyUntil(view.text.length)
  positions[text.length] = view.positions.at(-1) ?? 0
  return { text, positions: positions.subarray(0, text.length + 1) }
}

/** Joins single characters that are separated by spaces, such as «т е л е», into one word. */
export function joinSpacedLetters(view: View): View {
  return replaceParts(view, /(?<!\S)\S(?:\s{1,3}\S(?!\S)){3,}/gu, (row) => row.replace(/\s+/g, ''))
}

/** Reverses a text. Each character keeps its position in the original text. */
export function reverseView({ text, positions }: View): View {
  return { text: text.split('').reverse().join(''), positions: positions.toReversed() }
}

const units = 'ноль|нуль|один|одна|два|две|три|четыре|пять|шесть|семь|восемь|девять'
// The object has no prototype. Otherwise the word «constructor» in a text would be found as a property.
const numberWords: Record<string, string> = Object.assign(
  Object.create(null),
  Object.fromEntries(
    [
      ...['ноль 0', 'нуль 0', 'один 1', 'одна 1', 'два 2', 'две 2', 'три 3', 'четыре 4', 'пять 5', 'шесть 6'],
      ...['семь 7', 'восемь 8', 'девять 9', 'десять 10', 'одиннадцать 11', 'двенадцать 12', 'тринадцать 13'],
      ...['четырнадцать 14', 'пятнадцать 15', 'шестнадцать 16', 'семнадцать 17', 'восемнадцать 18'],
      ...['девятнадцать 19', 'двадцать 20', 'тридцать 30', 'сорок 40', 'пятьдесят 50', 'шестьдесят 60'],
      ...['семьдесят 70', 'восемьдесят 80', 'девяносто 90', 'сто 100', 'двести 200', 'триста 300'],
      ...['четыреста 400', 'пятьсот 500', 'шестьсот 600', 'семьсот 700', 'восемьсот 800', 'девятьсот 900'],
      ...['zero 0', 'oh 0', 'one 1', 'two 2', 'three 3', 'four 4', 'five 5', 'six 6', 'seven 7', 'eight 8'],
      ...['nine 9', 'ten 10', 'eleven 11', 'twelve 12', 'twenty 20', 'thirty 30', 'forty 40', 'fifty 50'],
      ...['sixty 60', 'seventy 70', 'eighty 80', 'ninety 90', 'плюс +', 'plus +'],
    ].map((line) => foldPattern(line).split(' ') as [string, string]),
  ),
)
const unitWord = new RegExp(
  `^(?:${foldPattern(units)}|zero|oh|one|two|three|four|five|six|seven|eight|nine)$`,
  'u',
)
/**
 * Letters that people write in place of digits, such as `o` for 0. A letter is read as a digit only in a word that
 * contains a digit.
 */
const substitutes: Record<string, string> = {
  o: '0',
  i: '1',
  l: '1',
  z: '2',
  з: '3',
  ч: '4',
  s: '5',
  б: '6',
  b: '8',
}

/** Returns the digits for a number word. They depend on the next word: «девятьсот двенадцать» is 912. */
function digitsOf(word: string, next: string | undefined): string {
  const value = numberWords[word] ?? ''
  if (value.length === 1 || next === undefined) return value
  const after = numberWords[next] ?? ''
  if (value.length === 3 && after.length === 2) return value.slice(0, 1)
  if (after.length === 1 && unitWord.test(next) && after !== '0' && value.endsWith('0') && value !== '10')
    return value.slice(0, -1)
  return value
}

const token = /\d+|\p{L}+/gu

/** Converts number words, and letters used as digits, to digits. */
export function withDigits(view: View): View {
  const plain = /\d/.test(view.text)
    ? replaceParts(view, /[\p{L}\d|]{1,40}/gu, (token) =>
        /\d/.test(token) && /^[\doilzзчsбb|]+$/u.test(token)
          ? token.replace(/[^\d]/g, (letter) => substitutes[letter] ?? '1')
          : token,
      )
    : view
  const words = [...plain.text.matchAll(token)]
  if (!words.some(([one]) => numberWords[one] !== undefined)) return plain
  const wordIndexes = new Map(words.map((match, index) => [match.index, index]))
  const nextWord = (index: number) => {
    const [current, next] = [words[index], words[index + 1]]
    if (!current || !next || next.index - current.index - current[0].length > 3) return undefined
    return next[0]
  }
  return replaceParts(plain, token, (word, index) => {
    const wordIndex = wordIndexes.get(index) ?? 0
    const next = nextWord(wordIndex)
    if (word === 'double' && next && numberWords[next]?.length === 1) return numberWords[next]
    return numberWords[word] === undefined ? word : digitsOf(word, next)
  })
}
