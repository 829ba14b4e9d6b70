import { priceUnitIds } from '#contract/options.ts'
import styles from '#web/features/deals/card/deal-ticket.module.css'
import { useApproximate } from '#web/features/listings/formats/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { FoundService } from '#web/features/services/queries.ts'
import { useAmount } from '#web/features/services/use-amount.ts'
import { Ring } from '#web/ui/signals.tsx'

/** Share of the ring that only marks a duration. */
const markedShare = 0.75

type TermsProps = {
  terms: Pick<FoundService, 'price' | 'currency' | 'days'>
  /** Words below the price. */
  note?: string
}

/** Price and days of a service, side by side. */
export function RequestTerms({ terms, note }: TermsProps) {
  const { t } = useFormats()
  const amount = useAmount()(terms)
  const { price, currency, days } = terms
  const approximate = useApproximate()(price, price, currency)
  return (
    <div className={styles.terms}>
      <div>
        <b>{amount}</b>
        {price !== null && <span>{[approximate, note].filter(Boolean).join(' · ')}</span>}
      </div>
      {days === null ? (
        <div className={styles.open}>
          <span>{t('request.daysFree')}</span>
        </div>
      ) : (
        <div>
          <b>
            <span>
              <Ring remainingShare={markedShare} />
            </span>
            {t('create.days', { count: days })}
          </b>
          <span>{t('request.afterAccept')}</span>
        </div>
      )}
    </div>
  )
}

/** Amount with its unit, unless it is the price of the whole work. */
const pricedAs = (amount: string, unit: FoundService['unit']) =>
  unit === null || unit.id === priceUnitIds.project ? amount : `${amount} ${unit.name}`

/** Returns a function that says price and days in one line, such as «12 000 ₽, 5 дней». */
export function useTermsText() {
  const { t } = useFormats()
  const amountOf = useAmount()
  return ({ price, currency, unit, days }: Pick<FoundService, 'price' | 'currency' | 'unit' | 'days'>) =>
    [
      pricedAs(amountOf({ price, currency }), price === null ? null : unit),
      days !== null && t('create.days', { count: days }),
    ]
      .filter(Boolean)
      .join(', ')
}
