import { expect, test } from 'vitest'
import { fold } from './skeleton.ts'
import { joinSpacedLetters, reverseView, withDigits } from './views.ts'

const digits = (text: string) => withDigits(fold(text)).text

const words: Record<string, string> = {
  0: 'ноль нуль zero oh',
  1: 'один одна one',
  2: 'два две two',
  3: 'три three',
  4: 'четыре four',
  5: 'пять five',
  6: 'шесть six',
  7: 'семь seven',
  8: 'восемь eight',
  9: 'девять nine',
  10: 'десять ten',
  11: 'одиннадцать eleven',
  12: 'двенадцать twelve',
  13: 'тринадцать',
  14: 'четырнадцать',
  15: 'пятнадцать',
  16: 'шестнадцать',
  17: 'семнадцать',
  18: 'восемнадцать',
  19: 'девятнадцать',
  20: 'двадцать twenty',
  30: 'тридцать thirty',
  40: 'сорок forty',
  50: 'пятьдесят fifty',
  60: 'шестьдесят sixty',
  70: 'семьдесят seventy',
  80: 'восемьдесят eighty',
  90: 'девяносто ninety',
  100: 'сто',
  200: 'двести',
  300: 'триста',
  400: 'четыреста',
  500: 'пятьсот',
  '+': 'плюс plus',
}

test.each(Object.entries(words))('%s in words', (value, spelled) => {
  for (const one of spelled.split(' ')) expect([one, digits(one)]).toEqual([one, value])
})

test.each([
  ['девятьсот двенадцать', '9 12'],
  ['двадцать пять', '2 5'],
  ['двадцать ноль', '20 0'],
  ['десять пять', '10 5'],
  ['сто двадцать три', '1 2 3'],
  ['сто пять', '10 5'],
  ['double seven', '7 7'],
  ['двадцать кошек пять', null],
])('%s', (spelled, expected) => {
  const read = digits(spelled)
  expect(read.replace(/\s+/g, ' ')).toBe(expected ?? `20 ${fold('кошек').text} 5`)
})

test.each([
  ['9I6-55S-з0', '916-555-30'],
  ['8б7', '867'],
  ['|23', '123'],
])('letters drawn like digits: %s', (written, expected) => {
  expect(digits(written)).toBe(expected)
})

test('letters without a digit beside them stay letters', () => {
  expect(digits('soil')).toBe(fold('soil').text)
})

test('four and more single characters are one word, three are not', () => {
  expect(joinSpacedLetters(fold('t g r m')).text).toBe(fold('tgrm').text)
  expect(joinSpacedLetters(fold('t g r')).text).toBe(fold('t g r').text)
})

test('a text read from its end leads back to its places', () => {
  const { text, positions } = reverseView(fold('abc'))
  expect(text).toBe([...fold('abc').text].reverse().join(''))
  expect([...positions]).toEqual([3, 2, 1, 0])
})
