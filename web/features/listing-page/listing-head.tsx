import type { ReactNode } from 'react'
import { priceUnitOf } from '#web/features/listings/card/listing-card.tsx'
import { useApproximatePrice } from '#web/features/listings/formats/use-approximate-price.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { MetaLine, Price } from '#web/ui/card.tsx'
import { Typeset } from '#web/ui/typeset.tsx'
import styles from './listing-head.module.css'

const longUnits = {
  'card.perProject': 'option.workFormat.fixed',
  'card.perHour': 'option.workFormat.hourly',
  'card.perMonth': 'card.perMonth',
} as const

/** Category, age, title and price; `action` is placed in the corner. */
export function ListingHero({ listing, action }: { listing: Listing; action?: ReactNode }) {
  const { t, age, price, hasPrice } = useFormats()
  const approximate = useApproximatePrice(listing)
  const since = listing.published_at ?? listing.created_at
  const unit = priceUnitOf(listing)
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
          {t(longUnits[unit])}
          {approximate && ` · ${approximate}`}
        </p>
      )}
    </section>
  )
}
