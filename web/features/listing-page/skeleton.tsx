import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './listing-head.module.css'

/** The order page on its way. */
export function OrderSkeleton() {
  return (
    <Page busy bar>
      <section className={styles.hero}>
        <Skeleton width="55%" height={14} onPage />
        <Skeleton width="90%" height={24} onPage />
        <Skeleton width="60%" height={24} onPage />
        <Skeleton width="50%" height={26} onPage />
      </section>
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
