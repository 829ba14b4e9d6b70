import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { FoundService } from './queries.ts'

/** Returns a function that says the price of a service, or «По договорённости». */
export function useAmount() {
  const { t, money } = useFormats()
  return ({ price, currency }: Pick<FoundService, 'price' | 'currency'>) =>
    price === null ? t('card.priceNone') : money(price, currency)
}
