import type { ReactNode } from 'react'
import { isPricedAsWhole, usePriceUnit } from '#web/features/listings/card/listing-card.tsx'
import { useApproximatePrice } from '#web/features/listings/formats/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { MetaLine, Price } from '#web/ui/card.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import styles from './listing-head.module.css'

/**
 * Category, age, title and price; `action` is placed in the corner. A price for the project has its kind below, any
 * other its unit beside it.
 */
export function ListingHero({ listing, action }: { listing: Listing; action?: ReactNode }) {
  const { t, age, price, hasPrice } = useFormats()
  const approximate = useApproximatePrice(listing)
  const since = listing.published_at ?? listing.created_at
  const priceUnit = usePriceUnit()
  const isPriced = hasPrice(listing)
  const isFixed = isPriced && isPricedAsWhole(listing)
  const note = [isFixed && t('option.workFormat.fixed'), approximate].filter(Boolean).join(' · ')
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
      <Price large unit={isPriced && !isFixed ? priceUnit(listing) : undefined}>
        {price(listing)}
      </Price>
      {note && <p className={styles.unit}>{note}</p>}
    </section>
  )
}
