import { priceUnitIds } from '#contract/options.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { FoundService } from './queries.ts'

/** True for the unit of a price that is for the whole work. */
export const isWhole = ({ id }: NonNullable<FoundService['unit']>) => id === priceUnitIds.project

/** A price, with its unit where no other line names the unit. */
type Amount = Pick<FoundService, 'price' | 'currency'> & Partial<Pick<FoundService, 'unit'>>

/**
 * Returns a function that says the price of a service, such as «2 000 ₽ за час», or «По договорённости». The price of a
 * whole project needs no unit.
 */
export function useAmount() {
  const { t, money } = useFormats()
  return ({ price, currency, unit }: Amount) => {
    if (price === null) return t('card.priceNone')
    const amount = money(price, currency)
    return unit && !isWhole(unit) ? `${amount} ${unit.name}` : amount
  }
}
