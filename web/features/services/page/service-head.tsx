import type { ReactNode } from 'react'
import styles from '#web/features/listing-page/listing-head.module.css'
import { useApproximate } from '#web/features/listings/formats/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Service } from '#web/features/services/queries.ts'
import { useAmount } from '#web/features/services/use-amount.ts'
import { Price } from '#web/ui/card.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { Typeset } from '#web/ui/typeset.tsx'

/** Title, price and terms of a service; `action` is placed in the corner. */
export function ServiceHead({ service, action }: { service: Service; action?: ReactNode }) {
  const { t } = useFormats()
  const { price, currency } = service
  const amount = useAmount()({ price, currency })
  const about = useApproximate()(price, price, currency)
  return (
    <section className={styles.hero}>
      <h1 className={styles.title}>
        <Typeset text={service.name} />
      </h1>
      {action && <div className={styles.action}>{action}</div>}
      <Price large about={about}>
        {amount}
      </Price>
      <DottedLine className={styles.unit}>
        {service.unit && price !== null && capitalised(service.unit.name)}
        {service.days !== null && t('service.ready', { count: service.days })}
        {service.ordered_count > 0 && t('service.ordered', { count: service.ordered_count })}
      </DottedLine>
    </section>
  )
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
