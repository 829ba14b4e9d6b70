import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { query } from '#web/client/query.ts'
import { AdminList, ViewChips } from '#web/features/admin/frame/list.tsx'
import type { PersonDetails } from '#web/features/admin/frame/queries.ts'
import section from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { listingRows } from '#web/features/admin/queue/listing-rows.tsx'
import { reportedRows } from '#web/features/admin/reports/reported-row.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import styles from './person.module.css'

type View = 'listings' | 'responses' | 'about' | 'by'
/** Listings, responses and reports of the person. Empty lists are hidden. */
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
  return (
    <div className={styles.column}>
      <ViewChips views={views} label={(one) => t(`admin.person.list.${one}`)} shown={view} onShow={setView} />
      {view === 'listings' && <Listings id={id} />}
      {view === 'responses' && <Responses id={id} />}
      {(view === 'about' || view === 'by') && <Reports key={view} id={id} side={view} />}
    </div>
  )
}

function useEmpty() {
  const { t } = useAdminFormats()
  return { icon: Inbox, title: t('admin.person.empty.title'), text: t('admin.person.empty.text') }
}

function Listings({ id }: { id: number }) {
  return (
    <AdminList
      query={(page) => query('GET /api/admin/listings', { query: { author_id: id, page } })}
      rows={(listings) => listingRows(listings, { author: true })}
      empty={useEmpty()}
    />
  )
}

function Responses({ id }: { id: number }) {
  const { t, day } = useAdminFormats()
  return (
    <AdminList
      query={(page) => query('GET /api/admin/users/:id/responses', { params: { id }, query: { page } })}
      rows={(responses) =>
        responses.map(({ id: number, kind, listing_id, title, status, is_boosted, created_at }) => (
          <div key={number} className={cx(section.row, section.flat)}>
            <div className="grow">
              <Link to={`/${kind}/${listing_id}`} className={section.link}>
                {title}
              </Link>
              <DottedLine className="cap muted num">
                {day(created_at)}
                {is_boosted && t('admin.payments.kind.response')}
              </DottedLine>
            </div>
            <div className={section.end}>
              <Badge>{t(`admin.response.${status}`)}</Badge>
            </div>
          </div>
        ))
      }
      empty={useEmpty()}
    />
  )
}

function Reports({ id, side }: { id: number; side: 'about' | 'by' }) {
  return (
    <AdminList
      query={(page) => query('GET /api/admin/users/:id/reports', { params: { id }, query: { page, side } })}
      rows={(subjects) => reportedRows(subjects)}
      empty={useEmpty()}
    />
  )
}
