import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumInFigures, sumInWords } from './sums.ts'

test.each([
  [54_600, 'RUB', 'Пятьдесят четыре тысячи шестьсот рублей 00 копеек'],
  [1, 'RUB', 'Один рубль 00 копеек'],
  [2.01, 'RUB', 'Два рубля 01 копейка'],
  [4.02, 'RUB', 'Четыре рубля 02 копейки'],
  [5.05, 'RUB', 'Пять рублей 05 копеек'],
  [11.11, 'RUB', 'Одиннадцать рублей 11 копеек'],
  [21.21, 'RUB', 'Двадцать один рубль 21 копейка'],
  [112, 'RUB', 'Сто двенадцать рублей 00 копеек'],
  [0.5, 'RUB', 'Ноль рублей 50 копеек'],
  [1000, 'RUB', 'Одна тысяча рублей 00 копеек'],
  [2002.99, 'RUB', 'Две тысячи два рубля 99 копеек'],
  [11_000, 'RUB', 'Одиннадцать тысяч рублей 00 копеек'],
  [21_001, 'RUB', 'Двадцать одна тысяча один рубль 00 копеек'],
  [1_002_000, 'RUB', 'Один миллион две тысячи рублей 00 копеек'],
  [10_000_000_000, 'RUB', 'Десять миллиардов рублей 00 копеек'],
  [301.5, 'USD', 'Триста один доллар 50 центов'],
  [22.02, 'EUR', 'Двадцать два евро 02 цента'],
  [3.21, 'BYN', 'Три белорусских рубля 21 копейка'],
  [1, 'BYN', 'Один белорусский рубль 00 копеек'],
  [100_005, 'KZT', 'Сто тысяч пять тенге 00 тиынов'],
  [2_500_001.01, 'UZS', 'Два миллиона пятьсот тысяч один сум 01 тийин'],
  [420, 'TON', 'Четыреста двадцать TON 00 сотых'],
  [42.01, 'USDT', 'Сорок два USDT 01 сотая'],
])('%d %s in words', (amount, currency, words) => expect(sumInWords(amount, currency)).toBe(words))

test.each([
  [54_600, 'RUB', '54 600,00 ₽'],
  [1_234_567.8, 'RUB', '1 234 567,80 ₽'],
  [420, 'TON', '420,00 TON'],
])('%d %s in figures', (amount, currency, figures) =>
  expect(sumInFigures(amount, currency).replaceAll('\u00a0', ' ')).toBe(figures),
)

const units: Record<string, number> = {
  ...{ ноль: 0, один: 1, одна: 1, два: 2, две: 2, три: 3, четыре: 4, пять: 5, шесть: 6, семь: 7, восемь: 8 },
  ...{ девять: 9, десять: 10, одиннадцать: 11, двенадцать: 12, тринадцать: 13, четырнадцать: 14 },
  ...{ пятнадцать: 15, шестнадцать: 16, семнадцать: 17, восемнадцать: 18, девятнадцать: 19, двадцать: 20 },
  ...{ тридцать: 30, сорок: 40, пятьдесят: 50, шестьдесят: 60, семьдесят: 70, восемьдесят: 80 },
  ...{ девяносто: 90, сто: 100, двести: 200, триста: 300, четыреста: 400, пятьсот: 500, шестьсот: 600 },
  ...{ семьсот: 700, восемьсот: 800, девятьсот: 900 },
}
const scales: [start: string, factor: number][] = [
  ['тысяч', 1000],
  ['миллион', 1_000_000],
  ['миллиард', 1_000_000_000],
]

/** Reads a sum in words back, with other rules than those that wrote it. @returns kopecks */
function readWords(sum: string): number {
  let total = 0
  let part = 0
  for (const word of sum.toLowerCase().split(' ')) {
    const factor = scales.findLast(([start]) => word.startsWith(start))?.[1]
    if (/^рубл/.test(word)) break
    if (factor) {
      total += part * factor
      part = 0
    } else {
      const unit = units[word]
      if (unit === undefined) throw new Error(`unknown word ${word}`)
      part += unit
    }
  }
  return (total + part) * 100 + Number(/(\d\d) копе/.exec(sum)?.[1])
}

/** The form of a noun after a number, by the rule of the grammar. */
function formOf(count: number, forms: [string, string, string]): string {
  if (count % 100 >= 11 && count % 100 <= 14) return forms[2]
  if (count % 10 === 1) return forms[0]
  return count % 10 >= 2 && count % 10 <= 4 ? forms[1] : forms[2]
}

test('a sum in words says what was written, in the right forms', () => {
  const holds = (kopecks: number) => {
    const words = sumInWords(kopecks / 100, 'RUB')
    expect(readWords(words), words).toBe(kopecks)
    expect(words).toContain(` ${formOf(Math.floor(kopecks / 100), ['рубль', 'рубля', 'рублей'])} `)
    expect(words).toMatch(new RegExp(`${formOf(kopecks % 100, ['копейка', 'копейки', 'копеек'])}$`))
  }
  for (let roubles = 0; roubles < 2200; roubles += 1) holds(roubles * 100 + (roubles % 100))
  fc.assert(fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), holds), { numRuns: 2000 })
})
