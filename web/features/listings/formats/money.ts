import { numberFormat } from '#contract/formats.ts'
import { type Language, signFirst, spanDash } from '#contract/languages.ts'

/** Spaces that people and number formats put between groups of digits. */
export const spaces = /[\s\u00a0\u202f]/g

type CurrencySign = { code: string; symbol: string }

/**
 * Formats an amount as `45 000 ₽` or `0,5 TON`, in English as `₽45,000`. Kopecks are shown only if the amount has some.
 * The minus of a negative amount stands before the currency: `−₽195`.
 */
export function formatMoney(language: Language, amount: number, currency: CurrencySign | null): string {
  const text = withSymbol(language, formatNumber(language, Math.abs(amount), currency), currency)
  return amount < 0 ? `\u2212${text}` : text
}

/** Formats a price range such as `45 000 – 60 000 ₽`. Returns `null` if neither end is known. */
export function formatRange(
  language: Language,
  from: number | null,
  to: number | null,
  currency: CurrencySign | null,
): { kind: 'exact' | 'from' | 'to'; text: string } | null {
  if (from === null && to === null) return null
  if (from === null || to === null)
    return {
      kind: from === null ? 'to' : 'from',
      text: formatMoney(language, (from ?? to) as number, currency),
    }
  if (from === to) return { kind: 'exact', text: formatMoney(language, from, currency) }
  const range =
    formatNumber(language, from, currency) + spanDash[language] + formatNumber(language, to, currency)
  return { kind: 'exact', text: withSymbol(language, range, currency) }
}

function formatNumber(language: Language, amount: number, currency: CurrencySign | null): string {
  const hasKopecks = !Number.isInteger(amount) && currency?.symbol.length === 1
  return numberFormat(language, {
    minimumFractionDigits: hasKopecks ? 2 : 0,
    maximumFractionDigits: 2,
  }).format(amount)
}

function withSymbol(language: Language, text: string, currency: CurrencySign | null): string {
  if (!currency) return text
  const symbol = currency.symbol || currency.code
  return signFirst[language] && symbol.length === 1 ? symbol + text : `${text}\u00a0${symbol}`
}

type WithRate = { id: number; rate_to_base: number | null }

/**
 * Returns the amount in another currency, rounded to three digits. `null` if the currency is the same or a rate is
 * outdated.
 */
export function convert(amount: number, from: WithRate, to: WithRate): number | null {
  if (from.id === to.id || from.rate_to_base === null || to.rate_to_base === null) return null
  return Number(((amount * from.rate_to_base) / to.rate_to_base).toPrecision(3))
}

/** Parses a typed amount such as "2 500,50". Returns `null` if the text is no amount. */
export function parseAmount(text: string): number | null {
  const normalized = text.replace(spaces, '').replace(',', '.')
  return /^\d{1,10}(\.\d{1,2})?$/.test(normalized) ? Number(normalized) : null
}
