import { Link } from 'react-router-dom'
import type { ListingStatus } from '#contract/lifecycle.ts'
import { TakeDownButton } from '#web/features/admin/decisions/take-down.tsx'
import type { AdminListing } from '#web/features/admin/frame/queries.ts'
import styles from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import { Typeset } from '#web/ui/typeset.tsx'

const tones: Partial<Record<ListingStatus, BadgeTone>> = {
  published: 'good',
  in_progress: 'good',
  rejected: 'bad',
  moderation: 'warn',
}

/** The status or the author that all rows of a list share. The rows do not repeat it. */
type Shared = { status?: ListingStatus; author?: boolean }

export const listingRows = (listings: AdminListing[], shared: Shared) =>
  listings.map((listing) => <ListingRow key={listing.id} listing={listing} shared={shared} />)

function ListingRow({ listing, shared }: { listing: AdminListing; shared: Shared }) {
  const { t, day, price } = useAdminFormats()
  const { id, kind, title, status, is_taken_down, is_private, author_name, created_at, published_at } =
    listing
  const isPersonal = shared.author === true
  return (
    <div className={cx(styles.row, styles.flat, !isPersonal && styles.wrapped)}>
      <div className="grow">
        <Link to={`/${kind}/${id}`} className={styles.link}>
          <Typeset text={title} />
        </Link>
        <DottedLine className="cap muted num">
          {t('admin.number', { id })}
          {isPersonal ? t(kind === 'order' ? 'card.order' : 'card.vacancy') : author_name}
          {is_private && t('admin.private')}
          {price(listing.price, kind)}
          {day(published_at ?? created_at)}
        </DottedLine>
        {status !== shared.status && (
          <Badge tone={is_taken_down ? 'bad' : tones[status]}>
            {is_taken_down ? t('admin.takenDown') : t(`admin.status.${status}`)}
          </Badge>
        )}
      </div>
      {(status === 'published' || status === 'in_progress') && (
        <TakeDownButton listing={listing} isCompact={isPersonal} />
      )}
    </div>
  )
}
