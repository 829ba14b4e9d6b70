import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { plainOf } from './plain.ts'
import { findBudget } from './sums.ts'

/** Each sum in words is generated from a known amount, which the test expects as the result. */

type Language = 'ru' | 'en'
/** An amount in major units, with the words that express it. */
type Amount = { value: number; words: string; scale: number }

const grouped = (value: number, sign: string) => String(value).replace(/\B(?=(?:\d{3})+$)/g, sign)
const plainAmount = fc
  .tuple(fc.integer({ min: 1000, max: 9_999_999 }), fc.constantFrom('', ' ', ',', '\u00a0'))
  .map(([value, sign]): Amount => ({ value, words: grouped(value, sign), scale: 1 }))
const scales: Record<Language, [words: string, times: number][]> = {
  ru: [
    [' тысяч', 1000],
    [' тыс.', 1000],
    [' тыщ', 1000],
    ['к', 1000],
    [' млн', 1_000_000],
    [' миллиона', 1_000_000],
  ],
  en: [
    ['k', 1000],
    [' thousand', 1000],
    [' million', 1_000_000],
  ],
}
const scaledAmount = (language: Language) =>
  fc
    .tuple(fc.integer({ min: 2, max: 1998 }), fc.constantFrom(...scales[language]))
    .map(([halves, [name, times]]): Amount => {
      const digits = halves / 2
      const written = language === 'ru' ? String(digits).replace('.', ',') : String(digits)
      return { value: digits * times, words: `${written}${name}`, scale: times }
    })
const wordedAmount = (language: Language) =>
  fc
    .constantFrom(
      ...(
        {
          ru: [
            ['две тысячи', 2000],
            ['полторы тысячи', 1500],
            ['двенадцать тысяч', 12_000],
            ['двадцать пять тысяч', 25_000],
            ['сто семьдесят тысяч', 170_000],
            ['девятьсот девяносто девять тысяч', 999_000],
          ],
          en: [
            ['two thousand', 2000],
            ['twelve thousand', 12_000],
            ['twenty-five thousand', 25_000],
            ['one hundred seventy thousand', 170_000],
            ['nine hundred ninety-nine thousand', 999_000],
          ],
        } satisfies Record<Language, [string, number][]>
      )[language],
    )
    .map(([words, value]): Amount => ({ value, words, scale: 1000 }))
const amount = (language: Language) => fc.oneof(plainAmount, scaledAmount(language), wordedAmount(language))

const currencies: Record<Language, [before: string, after: string, code: string][]> = {
  ru: [
    ['', ' руб.', 'RUB'],
    ['', '₽', 'RUB'],
    ['', ' рублей', 'RUB'],
    ['', ' долларов', 'USD'],
    ['', ' евро', 'EUR'],
    ['', ' тенге', 'KZT'],
    ['', ' usdt', 'USDT'],
    ['', ' тон', 'TON'],
    // If the text names no currency, the usual currency of its language applies.
    ['', '', 'RUB'],
  ],
  en: [
    ['$', '', 'USD'],
    ['€', '', 'EUR'],
    ['', ' usd', 'USD'],
    ['', ' euros', 'EUR'],
    ['', ' rubles', 'RUB'],
    ['', ' tether', 'USDT'],
    ['', '', 'USD'],
  ],
}
/** Words before an amount, and the limit of the budget that stays open. For example, "up to" leaves `min` open. */
const bounds: Record<Language, [before: string, open: 'min' | 'max' | null][]> = {
  ru: [
    ['', null],
    ['до ', 'min'],
    ['не более ', 'min'],
    ['максимум ', 'min'],
    ['от ', 'max'],
  ],
  en: [
    ['', null],
    ['up to ', 'min'],
    ['no more than ', 'min'],
    ['from ', 'max'],
  ],
}
const frames: Record<Language, [before: string, after: string, isHourly: boolean][]> = {
  ru: [
    ['Нужен логотип, бюджет ', ', срок обсудим', false],
    ['Логотип кофейни. Плачу ', '', false],
    ['Ищу дизайнера, оплата ', ' в час', true],
    ['Ищу дизайнера, плачу ', '/час. Пишите', true],
  ],
  en: [
    ['We need a logo, budget ', ', see the site', false],
    ['A logo, paying ', ' per hour', true],
    ['A logo, budget ', '/hr', true],
  ],
}
const parts = (language: Language) =>
  fc.record({
    language: fc.constant(language),
    frame: fc.constantFrom(...frames[language]),
    currency: fc.constantFrom(...currencies[language]),
    one: amount(language),
    other: amount(language),
    bound: fc.constantFrom(...bounds[language]),
  })
const said = fc.oneof(parts('ru'), parts('en'))

test('one sum is read with its scale, currency, open bound and hours', () => {
  fc.assert(
    fc.property(said, ({ frame, currency, one, bound }) => {
      const [before, after, is_hourly] = frame
      const [sign, name, code] = currency
      const text = `${before}${bound[0]}${sign}${one.words}${name}${after}`
      expect([text, findBudget(plainOf(text))]).toMatchObject([
        text,
        {
          min: bound[1] === 'min' ? null : one.value,
          max: bound[1] === 'max' ? null : one.value,
          code,
          is_hourly,
        },
      ])
    }),
    { numRuns: 1500 },
  )
})

/** Signs and words between the two amounts of a range. */
const between = fc.constantFrom<Record<Language, string>>(
  { ru: '-', en: '-' },
  { ru: ' - ', en: ' - ' },
  { ru: '—', en: '–' },
  { ru: ' до ', en: ' to ' },
)

test('of two sums the lower is the least and the higher the most, each with its own scale', () => {
  fc.assert(
    fc.property(said, between, ({ language, frame, currency, one, other }, word) => {
      const [before, after, is_hourly] = frame
      const [sign, name, code] = currency
      const text = `${before}${sign}${one.words}${word[language]}${sign}${other.words}${name}${after}`
      const [least, most] = [one.value, other.value].toSorted((a, b) => a - b)
      expect([text, findBudget(plainOf(text))]).toMatchObject([
        text,
        { min: least, max: most, code, is_hourly },
      ])
    }),
    { numRuns: 1500 },
  )
})

test('a scale that is said once, behind the higher number, belongs to both', () => {
  fc.assert(
    fc.property(
      said,
      between,
      fc.integer({ min: 1, max: 999 }),
      ({ language, frame, currency, other }, word, low) => {
        fc.pre(other.scale > 1 && low <= other.value / other.scale)
        const [before, after, is_hourly] = frame
        const [sign, name, code] = currency
        const text = `${before}${sign}${low}${word[language]}${sign}${other.words}${name}${after}`
        expect([text, findBudget(plainOf(text))]).toMatchObject([
          text,
          { min: low * other.scale, max: other.value, code, is_hourly },
        ])
      },
    ),
    { numRuns: 500 },
  )
})

const anyWord = fc.oneof(
  fc.constantFrom(
    'бюджет',
    'плачу',
    'до',
    'от',
    'тысяч',
    'млн',
    'к',
    'руб',
    '$',
    '-',
    'budget',
    'up to',
    'k',
  ),
  fc.constantFrom('в час', '/hour', '0', '0,00', '1,5', '50-60', '60 - 50', 'usd', 'товаров', '%', 'слов'),
  fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
  fc.string({ maxLength: 6 }),
)

test('whatever stands there, a budget is positive, in order and no more than a price may be', () => {
  fc.assert(
    fc.property(fc.array(anyWord, { maxLength: 9 }), (words) => {
      const budget = findBudget(plainOf(words.join(' ')))
      if (!budget) return
      const { min, max } = budget
      expect(min ?? max).not.toBeNull()
      expect(min ?? 1).toBeGreaterThan(0)
      expect(max ?? min ?? 0).toBeGreaterThanOrEqual(min ?? 0)
      expect(max ?? min ?? 0).toBeLessThanOrEqual(limits.price.max)
    }),
    { numRuns: 3000 },
  )
})
