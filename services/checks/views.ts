import { foldPattern, type View } from './skeleton.ts'

/** Replaces parts of a view by texts that are not longer. Positions still refer to the original. */
function rewrite(view: View, parts: RegExp, replace: (part: string, index: number) => string): View {
  const at = new Uint32Array(view.at.length)
  let text = ''
  let done = 0
  const keep = (to: number) => {
    at.set(view.at.subarray(done, to), text.length)
    text += view.text.slice(done, to)
  }
  for (const match of view.text.matchAll(parts)) {
    const shown = replace(match[0], match.index)
    if (shown === match[0]) continue
    keep(match.index)
    at.set(view.at.subarray(match.index, match.index + shown.length), text.length)
    text += shown
    done = match.index + match[0].length
  }
  if (done === 0) return view
  keep(view.text.length)
  at[text.length] = view.at.at(-1) ?? 0
  return { text, at: at.subarray(0, text.length + 1) }
}

/** Joins single characters separated by spaces into one word. */
export function joined(view: View): View {
  return rewrite(view, /(?<!\S)\S(?:\s{1,3}\S(?!\S)){3,}/gu, (row) => row.replace(/\s+/g, ''))
}

/** Reverses a view. Each position refers to the end of its character. */
export function reversed({ text, at }: View): View {
  return { text: text.split('').reverse().join(''), at: at.toReversed() }
}

const units = 'ноль|нуль|один|одна|два|две|три|четыре|пять|шесть|семь|восемь|девять'
// No prototype, so that «constructor» is an ordinary word.
const values: Record<string, string> = Object.assign(
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
const unit = new RegExp(
  `^(?:${foldPattern(units)}|zero|oh|one|two|three|four|five|six|seven|eight|nine)$`,
  'u',
)
/** Letters written in place of digits, in words that contain digits. */
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

/** Digits contributed by a number word, depending on the next one: «девятьсот двенадцать» is 912. */
function digitsOf(word: string, next: string | undefined): string {
  const value = values[word] ?? ''
  if (value.length === 1 || next === undefined) return value
  const after = values[next] ?? ''
  if (value.length === 3 && after.length === 2) return value.slice(0, 1)
  if (after.length === 1 && unit.test(next) && after !== '0' && value.endsWith('0') && value !== '10')
    return value.slice(0, -1)
  return value
}

const word = /\d+|\p{L}+/gu

/** Converts number words, and letters used as digits, to digits. */
export function withDigits(view: View): View {
  const plain = /\d/.test(view.text)
    ? rewrite(view, /[\p{L}\d|]{1,40}/gu, (token) =>
        /\d/.test(token) && /^[\doilzзчsбb|]+$/u.test(token)
          ? token.replace(/[^\d]/g, (letter) => substitutes[letter] ?? '1')
          : token,
      )
    : view
  const words = [...plain.text.matchAll(word)]
  if (!words.some(([one]) => values[one] !== undefined)) return plain
  const at = new Map(words.map((match, index) => [match.index, index]))
  const following = (index: number) => {
    const [here, next] = [words[index], words[index + 1]]
    if (!here || !next || next.index - here.index - here[0].length > 3) return undefined
    return next[0]
  }
  return rewrite(plain, word, (one, index) => {
    const here = at.get(index) ?? 0
    const next = following(here)
    if (one === 'double' && next && values[next]?.length === 1) return values[next]
    return values[one] === undefined ? one : digitsOf(one, next)
  })
}
