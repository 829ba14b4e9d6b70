import { Inbox, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { query } from '#web/client/query.ts'
import { AdminFrame } from '#web/features/admin/frame/frame.tsx'
import { AdminList, ListState, useIsWide, ViewChips } from '#web/features/admin/frame/list.tsx'
import { useCounts, useQueue } from '#web/features/admin/frame/queries.ts'
import section from '#web/features/admin/frame/section.module.css'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { SearchRow } from '#web/features/listings/list/search-row.tsx'
import { listingRows } from './listing-rows.tsx'
import styles from './queue.module.css'
import { QueueRow } from './queue-line.tsx'
import { QueueWithReview } from './shift.tsx'

const shownStatuses = ['queue', 'published', 'rejected', 'archive'] as const
type Shown = (typeof shownStatuses)[number]

/** Section of orders or of vacancies: the moderation queue, and tables of listings by status. */
export function ListingsSection({ kind }: { kind: ListingKind }) {
  const { t, duration } = useAdminFormats()
  const counts = useCounts().data
  const [view, setView] = useState<Shown>('queue')
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const [head, setHead] = useState<HTMLElement | null>(null)
  const waitingCounts = kind === 'order' ? counts?.orders : counts?.vacancies
  const decisionTimes = counts?.times.decisions
  const times =
    decisionTimes?.median_ms != null && decisionTimes.p90_ms != null
      ? { median: duration(decisionTimes.median_ms), p90: duration(decisionTimes.p90_ms) }
      : null
  const note = times
    ? t(times.median === times.p90 ? 'admin.times.same' : 'admin.times', {
        count: decisionTimes?.count ?? 0,
        ...times,
      })
    : ''
  const filter = {
    kind,
    ...(view === 'archive' ? { is_archive: true } : view !== 'queue' && { status: view }),
    ...(search && { search }),
  }
  const labels: Record<Shown, string> = {
    // The number is left out until it is known: a zero would say that there is nothing to do.
    queue:
      waitingCounts === undefined ? t('admin.queue.uncounted') : t('admin.queue', { count: waitingCounts }),
    published: t('admin.published'),
    rejected: t('admin.rejected'),
    archive: t('admin.archive'),
  }
  return (
    <AdminFrame
      title={t(kind === 'order' ? 'admin.projects' : 'admin.vacancies')}
      note={note}
      action={<div ref={setHead} />}
    >
      <div className={section.tools}>
        <ViewChips views={shownStatuses} label={(one) => labels[one]} shown={view} onShow={setView} />
        <SearchRow label={t('admin.search')} text={text} onText={setText} onEnter={() => undefined} />
      </div>
      {view === 'queue' ? (
        <Queue kind={kind} search={search} shortcutHelp={head} />
      ) : (
        <AdminList
          key={`${view} ${search}`}
          query={(page) => query('GET /api/admin/listings', { query: { ...filter, page } })}
          rows={(listings) => listingRows(listings, view === 'archive' ? {} : { status: view })}
          empty={{
            icon: SearchX,
            title: t('admin.empty.search.title'),
            text: t('admin.empty.search.text'),
          }}
        />
      )}
    </AdminFrame>
  )
}

type QueueProps = {
  kind: ListingKind
  search: string
  /** Element in the page's head, in which the queue renders its keyboard shortcuts. */
  shortcutHelp: HTMLElement | null
}

/** The moderation queue. On a wide screen the current task is shown beside the list. */
function Queue({ kind, search, shortcutHelp }: QueueProps) {
  const { t, whole } = useAdminFormats()
  const isWide = useIsWide()
  const queueQuery = useQueue({ kind, ...(search && { search }) })
  const { items, total } = queueQuery.data ?? { items: [], total: 0 }
  const empty = search
    ? { icon: SearchX, title: t('admin.empty.search.title'), text: t('admin.empty.search.text') }
    : { icon: Inbox, tone: 'good' as const, title: t('admin.empty.title'), text: t('admin.empty.text') }
  const note = (
    <p className="cap muted num">
      {total > items.length && (
        <>{t('admin.users.range', { from: 1, to: whole(items.length), total: whole(total) })}. </>
      )}
      {t('admin.queue.order')}
    </p>
  )
  return (
    <ListState found={queueQuery} isEmpty={items.length === 0} empty={empty}>
      {isWide ? (
        <QueueWithReview entries={items} note={note} head={shortcutHelp} />
      ) : (
        <div className={styles.side}>
          <ul className={styles.lines} aria-label={t('admin.queue.list')}>
            {items.map((entry) => (
              <QueueRow key={entry.id} entry={entry} />
            ))}
          </ul>
          {note}
        </div>
      )}
    </ListState>
  )
}
