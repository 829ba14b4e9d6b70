import { useParams } from 'react-router-dom'
import type { ListingKind } from '#contract/lifecycle.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { findInLists } from '#web/features/listings/queries.ts'
import type { Listing } from '#web/features/listings/types.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import styles from './listing-head.module.css'
import { ListingHero } from './listing-head.tsx'

/** Placeholder while the code of a listing's page loads. */
export function ListingRouteSkeleton({ kind }: { kind: ListingKind }) {
  return <ListingPageSkeleton listing={findInLists(kind, Number(useParams().id))} />
}

/** Placeholder of a listing's page. It shows category, title and price if a list has already loaded them. */
export function ListingPageSkeleton({ listing }: { listing?: Listing }) {
  const { t } = useTranslation()
  return (
    <Page busy={listing ? true : t('common.loading')} bar>
      {listing ? <ListingHero listing={listing} /> : <HeroSkeleton />}
      {listing && <SlowNote />}
      <Card>
        <Skeleton width="100%" height={34} />
      </Card>
      <Card>
        <Skeleton width="70%" height={40} />
      </Card>
      <Card>
        <Skeleton width="30%" height={18} />
        <Skeleton width="100%" height={15} />
        <Skeleton width="96%" height={15} />
        <Skeleton width="70%" height={15} />
      </Card>
    </Page>
  )
}

function HeroSkeleton() {
  return (
    <section className={styles.hero}>
      <Skeleton width="55%" height={14} onPage />
      <Skeleton width="90%" height={24} onPage />
      <Skeleton width="60%" height={24} onPage />
      <Skeleton width="50%" height={26} onPage />
    </section>
  )
}
