import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { query } from '#web/client/query.ts'
import type { PersonDetails } from '#web/features/admin/frame/queries.ts'
import { TablePage, ViewChips } from '#web/features/admin/frame/rows.tsx'
import section from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { ListingRow } from '#web/features/admin/queue/listing-table.tsx'
import { ReportedRow } from '#web/features/admin/reports/reported-row.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import styles from './person.module.css'

type View = 'listings' | 'responses' | 'about' | 'by'
type ListProps = { id: number; page: number; onPage: (page: number) => void }

/** Listings, responses and reports of the person; empty lists are hidden. */
export function PersonLists({ person }: { person: PersonDetails }) {
  const { t } = useAdminFormats()
  const { id, record, posted_count } = person
  const counts: Record<View, number> = {
    listings: Math.max(posted_count, record.published + record.rejected),
    responses: record.responses,
    about: record.reports_about,
    by: record.reports_by,
  }
  const views = (Object.keys(counts) as View[]).filter((view) => view === 'listings' || counts[view] > 0)
  const [view, setView] = useState<View>('listings')
  const [page, setPage] = useState(1)
  const place = { id, page, onPage: setPage }
  return (
    <div className={styles.column}>
      <ViewChips
        views={views.map((one) => ({ view: one, label: t(`admin.person.list.${one}`) }))}
        shown={view}
        onShow={(one) => {
          setView(one)
          setPage(1)
        }}
      />
      {view === 'listings' && <Listings {...place} />}
      {view === 'responses' && <Responses {...place} />}
      {(view === 'about' || view === 'by') && <Reports key={view} {...place} side={view} />}
    </div>
  )
}

function useEmpty() {
  const { t } = useAdminFormats()
  return { icon: Inbox, title: t('admin.person.empty.title'), text: t('admin.person.empty.text') }
}

function Listings({ id, page, onPage }: ListProps) {
  const found = useQuery({
    ...query('GET /api/admin/listings', { query: { author_id: id, page } }),
    placeholderData: keepPreviousData,
  })
  const row = (one: Parameters<typeof ListingRow>[0]['listing']) => <ListingRow key={one.id} listing={one} />
  return <TablePage page={found.data} row={row} onPage={onPage} empty={useEmpty()} />
}

function Responses({ id, page, onPage }: ListProps) {
  const { t, day } = useAdminFormats()
  const found = useQuery({
    ...query('GET /api/admin/users/:id/responses', { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <TablePage
      page={found.data}
      row={({ id: number, kind, listing_id, title, status, is_boosted, created_at }) => (
        <div key={number} className={cx(section.row, section.flat)}>
          <div className="grow">
            <Link to={`/${kind}/${listing_id}`} className={section.link}>
              {title}
            </Link>
            <p className="cap muted num">
              {day(created_at)}
              {is_boosted && ` · ${t('admin.payments.kind.response')}`}
            </p>
          </div>
          <div className={section.end}>
            <Badge>{t(`admin.response.${status}`)}</Badge>
          </div>
        </div>
      )}
      onPage={onPage}
      empty={useEmpty()}
    />
  )
}

function Reports({ id, page, onPage, side }: ListProps & { side: 'about' | 'by' }) {
  const found = useQuery({
    ...query('GET /api/admin/users/:id/reports', { params: { id }, query: { page, side } }),
    placeholderData: keepPreviousData,
  })
  return (
    <TablePage
      page={found.data}
      row={(one) => <ReportedRow key={`${one.subject_type} ${one.subject_id}`} subject={one} />}
      onPage={onPage}
      empty={useEmpty()}
    />
  )
}
