import type { ReactNode } from 'react'
import { useApproximatePrice } from '#web/features/listings/formats/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { isOrder, type Listing } from '#web/features/listings/types.ts'
import { MetaLine, Price } from '#web/ui/card.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import styles from './listing-head.module.css'

/** Category, age, title and price of a listing. `action` is placed in the corner. */
export function ListingHero({ listing, action }: { listing: Listing; action?: ReactNode }) {
  const { t, age, price, hasPrice } = useFormats()
  const approximate = useApproximatePrice(listing)
  const since = listing.published_at ?? listing.created_at
  const isHourly = (isOrder(listing) ? listing.payment_format : listing.work_format) === 'hourly'
  const fixedPriceKey = isOrder(listing) ? 'option.workFormat.fixed' : 'card.perMonth'
  return (
    <section className={styles.hero}>
      <MetaLine flush>
        {listing.category && <span className="ellipsis">{listing.category.name}</span>}
        <time dateTime={since}>{age(since, 'ago')}</time>
      </MetaLine>
      {action && <div className={styles.action}>{action}</div>}
      <h1 className={styles.title}>
        <Typeset text={listing.title} />
      </h1>
      <Price large>{price(listing)}</Price>
      {hasPrice(listing) && (
        <p className={styles.unit}>
          {t(isHourly ? 'option.workFormat.hourly' : fixedPriceKey)}
          {approximate && ` · ${approximate}`}
        </p>
      )}
    </section>
  )
}
