import { numberFormat } from '#contract/formats.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { type Currency, isOrder, type Listing } from '#web/features/listings/types.ts'
import { formatMoney, formatRange } from './money.ts'
import { type Deadline, elapsed, longDate, shortDate } from './relative-time.ts'

/** Functions that format prices, times and counts in the user's language. */
export function useFormats() {
  const { t, language } = useTranslation()

  const money = (amount: number, currency: Pick<Currency, 'code' | 'symbol'> | null) =>
    formatMoney(language, amount, currency)

  const span = (from: number | null, to: number | null, currency: Currency | null): string => {
    const range = formatRange(language, from, to, currency)
    if (!range) return t('card.priceNone')
    if (range.kind === 'exact') return range.text
    return t(range.kind === 'from' ? 'card.priceFrom' : 'card.priceTo', { price: range.text })
  }

  return {
    t,
    language,
    money,
    span,
    /** Formats the price of a listing, or returns «По договорённости». */
    price: (listing: Listing): string => span(...priceRangeOf(listing), listing.currency),
    hasPrice,
    age: (iso: string, form?: 'ago'): string => {
      const elapsedTime = elapsed(language, iso)
      if (elapsedTime.unit === 'date') return elapsedTime.text
      if (elapsedTime.unit === 'now') return t('time.now')
      if (elapsedTime.unit === 'yesterday') return t('time.yesterday')
      const time = t(elapsedTime.unit === 'minutes' ? 'time.minutes' : 'time.hours', {
        count: elapsedTime.count,
      })
      return form ? t('time.ago', { time }) : time
    },
    due: (deadline: Deadline): string => {
      if (deadline.unit === 'overdue') return t('card.overdue')
      if (deadline.unit === 'tomorrow') return t('card.untilTomorrow')
      return t(deadline.unit === 'days' ? 'card.days' : 'card.hours', { count: deadline.count })
    },
    date: (iso: string) => longDate(language, iso),
    /** Formats a short date, such as «21 ноя». The current year is omitted. */
    day: (iso: string) => shortDate(language, new Date(iso)),
    /** Formats a count, such as 128 or «1,2 тыс.». */
    count: (value: number) =>
      numberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(value),
    decimal: (value: number) =>
      numberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value),
  }
}

/** Returns the lowest and highest price of a listing. */
export function priceRangeOf(listing: Listing): [from: number | null, to: number | null] {
  if (!isOrder(listing)) return [listing.hourly_rate, listing.hourly_rate]
  const isRange = listing.min_stake !== null || listing.max_stake !== null
  return isRange ? [listing.min_stake, listing.max_stake] : [listing.price, listing.price]
}

/** True if the listing names a price. Without a price no unit is shown. */
function hasPrice(listing: Listing): boolean {
  return priceRangeOf(listing).some((end) => end !== null)
}
