import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './room-skeleton.module.css'

/** Placeholder while messages load. */
export function RoomSkeleton() {
  return (
    <div className={styles.messages} aria-hidden="true">
      <Skeleton width="62%" height={56} onPage />
      <Skeleton width="48%" height={36} onPage end />
      <Skeleton width="70%" height={76} onPage />
      <Skeleton width="56%" height={36} onPage end />
    </div>
  )
}
