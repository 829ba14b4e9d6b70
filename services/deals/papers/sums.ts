import numbers from 'number-to-words-ru'
import { numberFormat } from '#contract/formats.ts'

/** Sums of money as Russian papers write them: in figures and in words. */

type CurrencyWords = NonNullable<Parameters<typeof numbers.convert>[1]>['currency']

/** Forms of the names of a currency and of its hundredth part, for one, for two to four, and for five and more. */
const currencyWords: Record<string, CurrencyWords> = {
  RUB: 'rub',
  USD: 'usd',
  EUR: 'eur',
  BYN: {
    currencyNameCases: ['белорусский рубль', 'белорусских рубля', 'белорусских рублей'],
    fractionalPartNameCases: ['копейка', 'копейки', 'копеек'],
    currencyNounGender: { integer: 0, fractionalPart: 1 },
    fractionalPartMinLength: 2,
  },
  KZT: {
    currencyNameCases: ['тенге', 'тенге', 'тенге'],
    fractionalPartNameCases: ['тиын', 'тиына', 'тиынов'],
    currencyNounGender: { integer: 0, fractionalPart: 0 },
    fractionalPartMinLength: 2,
  },
  UZS: {
    currencyNameCases: ['сум', 'сума', 'сумов'],
    fractionalPartNameCases: ['тийин', 'тийина', 'тийинов'],
    currencyNounGender: { integer: 0, fractionalPart: 0 },
    fractionalPartMinLength: 2,
  },
}

/** Words of a currency without Russian names: its code and hundredths. */
const namedByCode = (code: string): CurrencyWords => ({
  currencyNameCases: [code, code, code],
  fractionalPartNameCases: ['сотая', 'сотых', 'сотых'],
  currencyNounGender: { integer: 0, fractionalPart: 1 },
  fractionalPartMinLength: 2,
})

/** Writes an amount in major units in words, such as "Пятьдесят четыре тысячи шестьсот рублей 00 копеек". */
export function sumInWords(amount: number, currency: string): string {
  return numbers.convert(amount.toFixed(2), { currency: currencyWords[currency] ?? namedByCode(currency) })
}

/** Writes an amount in major units in figures, such as "54 600,00 ₽". */
export function sumInFigures(amount: number, currency: string): string {
  const figures = numberFormat('ru', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)
  return `${figures}\u00a0${currency === 'RUB' ? '₽' : currency}`
}
