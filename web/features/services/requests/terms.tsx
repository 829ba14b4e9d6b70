import styles from '#web/features/deals/card/deal-ticket.module.css'
import { useApproximate } from '#web/features/listings/formats/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { FoundService } from '#web/features/services/queries.ts'
import { isWhole, useAmount } from '#web/features/services/use-amount.ts'
import { Ring } from '#web/ui/signals.tsx'

/** Share of the ring that only marks a duration. */
const markedShare = 0.75

type TermsProps = {
  terms: Pick<FoundService, 'price' | 'currency' | 'days' | 'unit'>
  /** Words below the price, beside its unit. The price of a whole project has them alone. */
  note?: string
}

/** Price and days of a service, side by side. */
export function RequestTerms({ terms, note }: TermsProps) {
  const { t } = useFormats()
  const { price, currency, days, unit } = terms
  const amount = useAmount()({ price, currency })
  const unitName = unit && !(note && isWhole(unit)) ? unit.name : null
  const approximate = useApproximate()(price, price, currency)
  return (
    <div className={styles.terms}>
      <div>
        <b>{amount}</b>
        {price !== null && <span>{[approximate, unitName, note].filter(Boolean).join(' · ')}</span>}
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

/** Returns a function that says price and days in one line, such as «12 000 ₽, 5 дней» or «2 000 ₽ за час, 5 дней». */
export function useTermsText() {
  const { t } = useFormats()
  const amountOf = useAmount()
  return ({ days, ...amount }: TermsProps['terms']) =>
    [amountOf(amount), days !== null && t('create.days', { count: days })].filter(Boolean).join(', ')
}
