import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ListingKind, ListingStatus } from '#contract/lifecycle.ts'
import { query } from '#web/client/query.ts'
import { TakeDownButton } from '#web/features/admin/decisions/take-down.tsx'
import type { AdminListing } from '#web/features/admin/frame/queries.ts'
import { TablePage } from '#web/features/admin/frame/rows.tsx'
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

type ListingTableProps = { kind: ListingKind; view: 'published' | 'rejected' | 'archive'; search: string }

/** Listings outside the moderation queue, newest first. */
export function ListingTable({ kind, view, search }: ListingTableProps) {
  const { t } = useAdminFormats()
  const [page, setPage] = useState(1)
  const filter = view === 'archive' ? { is_archive: true } : { status: view }
  const found = useQuery({
    ...query('GET /api/admin/listings', { query: { kind, page, ...filter, ...(search && { search }) } }),
    placeholderData: (before) => before,
  })
  if (!found.data) return <div aria-busy="true" />
  return (
    <TablePage
      page={found.data}
      row={(listing) => <ListingRow key={listing.id} listing={listing} />}
      onPage={setPage}
      empty={{
        icon: SearchX,
        title: t('admin.empty.search.title'),
        text: t('admin.empty.search.text'),
      }}
    />
  )
}

/** One row of the table of listings. */
export function ListingRow({ listing }: { listing: AdminListing }) {
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
