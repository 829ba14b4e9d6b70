import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainOf } from './plain.ts'

/** The number words in a text are compared with number words that this test spells independently. */

/** Turns a list of number words into an array whose index is the number. Index 0 has an empty word. */
const namesOf = (words: string) => ['', ...words.split(/\s+/)]
const russianOnes = namesOf(
  `один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать
  четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать`,
)
const russianTens = namesOf(
  'десять двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто',
)
const russianHundreds = namesOf('сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот')
const genitiveOnes = namesOf(
  `одного двух трёх четырёх пяти шести семи восьми девяти десяти одиннадцати двенадцати тринадцати
  четырнадцати пятнадцати шестнадцати семнадцати восемнадцати девятнадцати`,
)
const genitiveTens = namesOf(
  'десяти двадцати тридцати сорока пятидесяти шестидесяти семидесяти восьмидесяти девяноста',
)
const genitiveHundreds = namesOf(
  'ста двухсот трёхсот четырёхсот пятисот шестисот семисот восьмисот девятисот',
)
const englishOnes = namesOf(
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`,
)
const englishTens = namesOf('ten twenty thirty forty fifty sixty seventy eighty ninety')

/** Spells a number below 1,000 in words, with a space between the words. */
function spell(number: number, ones: string[], tens: string[], hundreds: string[]): string {
  const rest = number % 100
  const words = rest < 20 ? [ones[rest]] : [tens[Math.floor(rest / 10)], ones[rest % 10]]
  return [hundreds[Math.floor(number / 100)], ...words].filter(Boolean).join(' ')
}
const englishHundreds = englishOnes.slice(0, 10).map((name) => name && `${name} hundred`)
/** English tens and ones may be joined by a hyphen. */
const withHyphen = (words: string) => words.replace(/ty (?=\w+$)/, 'ty-')
const number = fc.integer({ min: 1, max: 999 })
const casing = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
)

test('a number in words becomes its digits, in Russian, its genitive and English', () => {
  fc.assert(
    fc.property(number, casing, (value, cased) => {
      const english = spell(value, englishOnes, englishTens, englishHundreds)
      for (const words of [
        spell(value, russianOnes, russianTens, russianHundreds),
        spell(value, genitiveOnes, genitiveTens, genitiveHundreds),
        english,
        withHyphen(english),
      ])
        expect([words, plainOf(cased(words))]).toEqual([words, String(value)])
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['двадцать-тридцать тысяч', '20-30 тысяч'],
  ['twenty-thirty dollars', '20-30 dollars'],
  ['одну, две', '1, 2'],
  ['полторы тысячи', '1.5 тысячи'],
  ['a hundred dollars', 'a 100 dollars'],
  ['стоимость, однажды, пятитонный, tenant, someone', 'стоимость, однажды, пятитонный, tenant, someone'],
])('%s', (said, plain) => {
  expect(plainOf(said)).toBe(plain)
})
