import { numberFormat } from '#contract/formats.ts'
import { priceUnits } from '#web/features/listings/card/listing-card.tsx'
import { longMoment } from '#web/features/listings/formats/moments.ts'
import { formatRange } from '#web/features/listings/formats/money.ts'
import { shortDate } from '#web/features/listings/formats/relative-time.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import type { QueueEntry, Task } from './queries.ts'

type Offer = Pick<NonNullable<Task['offer']>, 'price' | 'min_stake' | 'max_stake' | 'currency'>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Symbols of the currencies that have a symbol. */
const symbols: Record<string, string> = { RUB: '₽', USD: '$', EUR: '€', KZT: '₸', BYN: 'Br', XTR: '★' }

/** Keeps a short text in one line, such as a date, an amount or a duration. */
export const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

/** Functions that format prices, waiting times and dates for staff. */
export function useAdminFormats() {
  const formats = useFormats()
  const { t, language } = formats
  const currency = (code: string) => ({ code, symbol: symbols[code] ?? '' })

  const duration = (ms: number): string =>
    unbroken(
      ms < hour
        ? t('admin.minutes', { count: Math.max(1, Math.round(ms / minute)) })
        : ms < day
          ? t('admin.hours', { count: Math.round(ms / hour) })
          : t('admin.days', { count: Math.round(ms / day) }),
    )

  /**
   * Formats the waiting time of a task. A wait of half an hour is marked as a warning, a wait of two hours as too long.
   */
  const waitingTime = (since: string): { text: string; time: string; tone?: BadgeTone } => {
    const ms = Date.now() - Date.parse(since)
    const time =
      ms < hour
        ? t('admin.minutes', { count: Math.max(1, Math.floor(ms / minute)) })
        : ms < day
          ? t('admin.hours', { count: Math.floor(ms / hour) })
          : t('admin.days', { count: Math.floor(ms / day) })
    const tone = ms < 30 * minute ? undefined : ms < 2 * hour ? 'warn' : 'bad'
    return { text: t('admin.waiting', { time }), time, tone }
  }

  /** Formats a date and time for a narrow column: the time may go to a second line, and nothing else breaks. */
  const brokenMoment = (iso: string) => unbroken(longMoment(language, iso)).replace(/,\s/, ', ')

  const offerText = (offer: Offer): { text: string; isPriced: boolean } => {
    const from = offer.price ?? offer.min_stake
    const range = formatRange(language, from, offer.price ?? offer.max_stake, currency(offer.currency))
    if (!range) return { text: t('card.priceNone'), isPriced: false }
    if (range.kind === 'exact') return { text: range.text, isPriced: true }
    const text = t(range.kind === 'from' ? 'card.priceFrom' : 'card.priceTo', { price: range.text })
    return { text, isPriced: true }
  }

  return {
    ...formats,
    waiting: waitingTime,
    duration,
    sum: (amount: number, code: string) => formats.money(amount, currency(code)),
    offer: offerText,
    /** Formats a listing's price with its unit. A price for the whole work has no unit. */
    price: ({ from, to, currency, format }: QueueEntry['price'], kind: QueueEntry['kind']): string => {
      const { text, isPriced } = offerText({ price: null, min_stake: from, max_stake: to, currency })
      const unit = format ?? (kind === 'vacancy' ? 'monthly' : 'fixed')
      return unbroken(isPriced && unit !== 'fixed' ? `${text} ${t(priceUnits[unit])}` : text)
    },
    day: (iso: string) => shortDate(language, new Date(iso)),
    moment: (iso: string) => longMoment(language, iso),
    brokenMoment,
    /** Formats a date and time with seconds, as the audit shows them. */
    exact: (iso: string) => {
      const seconds = String(new Date(iso).getSeconds()).padStart(2, '0')
      return `${brokenMoment(iso)}:${seconds}`
    },
    percent: (share: number) => numberFormat(language, { style: 'percent' }).format(share / 100),
    whole: (value: number) => numberFormat(language).format(value),
  }
}
