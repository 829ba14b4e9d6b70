import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { HiddenListing } from './hidden-listings.ts'

/**
 * Returns a function that describes the effect of hiding a listing, either as a confirmation (`away`) or as a row in
 * the settings (`line`).
 */
export function useHideTexts() {
  const { t, money, day } = useFormats()
  return (
    { reason, category, author, below, is_hourly, days, until }: HiddenListing,
    form: 'away' | 'line',
  ) => {
    const amount = money(below ?? 0, { code: 'RUB', symbol: '₽' })
    return t(`notThis.${form}.${reason}`, {
      category,
      author,
      count: days ?? 0,
      amount: is_hourly ? t('notThis.hourly', { amount }) : amount,
      date: until ? day(until) : '',
    })
  }
}
