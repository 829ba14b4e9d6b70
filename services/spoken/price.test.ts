import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPrice } from './price.ts'

test.each([
  ['52000', 5_200_000, undefined],
  ['52 000 ₽', 5_200_000, 'RUB'],
  ['52\u00a0000\u00a0₽', 5_200_000, 'RUB'],
  ['₽52 000', 5_200_000, 'RUB'],
  ['52 тысячи', 5_200_000, undefined],
  ['52 тыс. руб.', 5_200_000, 'RUB'],
  ['52к', 5_200_000, undefined],
  ['52k rub', 5_200_000, 'RUB'],
  ['1,5 млн рублей', 150_000_000, 'RUB'],
  ['400 TON', 40_000, 'TON'],
  ['400тон', 40_000, 'TON'],
  ['$500', 50_000, 'USD'],
  ['499.90 usd', 49_990, 'USD'],
  ['80 usdt', 8000, 'USDT'],
  ['0,5 ton', 50, 'TON'],
  ['65 тысяч', 6_500_000, undefined],
  ['65к', 6_500_000, undefined],
  ['65 т.р.', 6_500_000, 'RUB'],
  ['65тр', 6_500_000, 'RUB'],
  ['65 тыс.руб.', 6_500_000, 'RUB'],
  ['65000р.', 6_500_000, 'RUB'],
  ['65.000 ₽', 6_500_000, 'RUB'],
  ["65'000 ₽", 6_500_000, 'RUB'],
  ['65 000,50 ₽', 6_500_050, 'RUB'],
  ['₽65,000', 6_500_000, 'RUB'],
  ['1,234.56', 123_456, undefined],
  ['US$500', 50_000, 'USD'],
  ['500$', 50_000, 'USD'],
  ['500 баксов', 50_000, 'USD'],
  ['шестьдесят пять тысяч', 6_500_000, undefined],
  ['полтора миллиона рублей', 150_000_000, 'RUB'],
  ['sixty-five thousand', 6_500_000, undefined],
  ['примерно 65к', 6_500_000, undefined],
  ['за 65 тысяч', 6_500_000, undefined],
  ['65 000 ₽ за всё', 6_500_000, 'RUB'],
  ['Возьму 65 000 ₽, сделаю за 3 дня', 6_500_000, 'RUB'],
  ['за 3 дня 5000', 500_000, undefined],
  ['5000 за всё', 500_000, undefined],
  ['1500 ₽ в час', 150_000, 'RUB'],
  ['за 500', 50_000, undefined],
  ['за 500 ₽', 50_000, 'RUB'],
  ['I would take $500 for it', 50_000, 'USD'],
])('%s is a price', (text, price, code) => {
  expect(readPrice(text)).toEqual({ price, code })
})

test.each([
  '',
  'договоримся',
  '0',
  '-5',
  '52-60 тысяч',
  '5000 руб usd',
  '5 млн млн',
  '99999999999',
  '5000 руб или 100 usd',
  'от 50 тысяч',
  'начну в 2027',
  'за 3 дня',
  '100 лир',
])('%s is none', (text) => {
  expect(readPrice(text)).toBeNull()
})

const names = {
  RUB: ['₽', 'руб', 'рублей', 'rub', 'р.', 'rubles'],
  USD: ['$', 'usd', 'долларов', 'баксов', 'dollars'],
  EUR: ['€', 'eur', 'евро', 'euros'],
  TON: ['ton', 'тон', 'тонов', 'toncoin'],
  USDT: ['usdt', 'тезеров', 'tether'],
  KZT: ['₸', 'тенге', 'tenge'],
  BYN: ['byn', 'br'],
  UZS: ['uzs', 'сумов', 'soum'],
}
const currency = fc
  .constantFrom(...Object.entries(names))
  .chain(([code, spellings]) => fc.constantFrom(...spellings).map((name) => ({ code, name })))
const scale = fc.constantFrom(
  ...([
    ['', 1],
    [' тыс', 1000],
    ['к', 1000],
    [' тысяч', 1000],
    ['k', 1000],
    [' thousand', 1000],
    [' млн', 1_000_000],
    ['m', 1_000_000],
    [' миллиона', 1_000_000],
  ] as const),
)

test('a price is read as it was written: digits, a decimal, a scale and a currency on either side', () => {
  const minorUnits = fc.integer({ min: 1, max: 999_999_999 })
  const decimalSign = fc.constantFrom('.', ',')
  const whole = fc.property(
    minorUnits,
    decimalSign,
    scale,
    fc.option(currency, { nil: undefined }),
    fc.boolean(),
    (minor, sign, [scaleName, times], named, isBefore) => {
      const [units, cents] = [Math.floor(minor / 100), minor % 100]
      const digits = `${units}${cents === 0 ? '' : sign + String(cents).padStart(2, '0')}`
      const name = named?.name ?? ''
      const text = isBefore ? `${name}${digits}${scaleName}` : `${digits}${scaleName} ${name}`
      // The highest possible price is ten thousand million in minor units, such as kopecks.
      const expected = minor * times > 10 ** 12 ? null : { price: minor * times, code: named?.code }
      expect([text, readPrice(text)]).toEqual([text, expected])
    },
  )
  fc.assert(whole, { numRuns: 2000 })
})

test('whatever is written, a price is none or a whole positive number of minor units', () => {
  const word = fc.oneof(
    fc.constantFrom('руб', '$', 'тыс', 'млн', '1,5', '0.001', '-5', '00', '5 000', '1e9', '٣', 'ton', '.'),
    fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
    fc.string({ maxLength: 5 }),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      const read = readPrice(words.join(' '))
      if (!read) return
      expect(Number.isSafeInteger(read.price)).toBe(true)
      expect(read.price).toBeGreaterThan(0)
      expect(read.price).toBeLessThanOrEqual(10 ** 12)
    }),
    { numRuns: 2000 },
  )
})
