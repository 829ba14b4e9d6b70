import { Link } from 'react-router-dom'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { TakeDownButton } from '#web/features/admin/decisions/take-down.tsx'
import type { AdminListing } from '#web/features/admin/frame/queries.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'

const tones: Partial<Record<ListingStatus, BadgeTone>> = {
  published: 'good',
  in_progress: 'good',
  rejected: 'bad',
  moderation: 'warn',
}

export const listingRows = (listings: AdminListing[]) =>
  listings.map((listing) => <ListingRow key={listing.id} listing={listing} />)

function ListingRow({ listing }: { listing: AdminListing }) {
  const { t, day } = useAdminFormats()
  const { id, kind, title, status, author_name, created_at, published_at } = listing
  return (
    <div className={cx(styles.row, styles.flat)}>
      <div className="grow">
        <Link to={`/${kind}/${id}`} className={styles.link}>
          {title}
        </Link>
        <p className="cap muted num">
          {t('admin.number', { id })} · {author_name} · {day(published_at ?? created_at)}
        </p>
      </div>
      <div className={styles.end}>
        <Badge tone={tones[status]}>{t(`admin.status.${status}`)}</Badge>
      </div>
      {(status === 'published' || status === 'in_progress') && <TakeDownButton listing={listing} />}
    </div>
  )
}
