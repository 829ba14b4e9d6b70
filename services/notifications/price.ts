import { numberFormat } from '#contract/formats.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentFormat } from '#contract/options.ts'
import { translatorFor } from '#services/core/text/i18n.ts'

export type Price = {
  /** Price in minor units, which are hundredths of the currency. */
  price: number | null
  min_stake: number | null
  max_stake: number | null
  payment_format: PaymentFormat | null
  currency: string
}

/** Formats an amount in minor units in the style of the language, such as `2 500 ₽`. */
export function money(language: Language, minor: number, currency: string): string {
  const minimumFractionDigits = minor % 100 === 0 ? 0 : 2
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const format = numberFormat(language, { ...style, minimumFractionDigits, maximumFractionDigits: 2 })
  return format.format(minor / 100).replace('-', '\u2212')
}

/** Formats a paid amount. Kopecks are shown as roubles, and Stars as a number of Stars. */
export function paid(language: Language, amount: number, currency: string): string {
  return currency === 'XTR' ? `${amount.toLocaleString(language)} ★` : money(language, amount, currency)
}

/** Formats the price that a listing offers for the work, as one line of text. */
export function priceLine(
  language: Language,
  { price, min_stake, max_stake, payment_format, currency }: Price,
): string {
  const translate = translatorFor(language)
  const format = (minor: number) => money(language, minor, currency)
  const isRange = min_stake !== null && max_stake !== null && min_stake !== max_stake
  const onlyAmount = price ?? max_stake ?? min_stake
  if (onlyAmount === null) return translate('message.price.none')
  const amount = isRange
    ? translate('message.price.range', { from: format(min_stake), to: format(max_stake) })
    : format(onlyAmount)
  return payment_format === 'hourly' ? translate('message.price.hourly', { amount }) : amount
}
