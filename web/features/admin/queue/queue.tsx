import { Inbox, SearchX } from 'lucide-react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { useQueue } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import styles from './queue.module.css'
import { QueueRow } from './queue-line.tsx'
import { QueueWithReview } from './shift.tsx'
import { useIsWide } from './use-wide.ts'

type QueueProps = {
  kind: ListingKind
  search: string
  /** The element that lists the keyboard shortcuts. */
  shortcutHelp: HTMLElement | null
}

/** The moderation queue; on a wide screen the current task is shown beside the list. */
export function Queue({ kind, search, shortcutHelp }: QueueProps) {
  const { t, whole } = useAdminFormats()
  const isWide = useIsWide()
  const found = useQueue({ kind, ...(search && { search }) })
  if (!found.data) return <div aria-busy="true" />
  const { items, total } = found.data
  if (items.length === 0)
    return search ? (
      <EmptyState icon={SearchX} title={t('admin.empty.search.title')} text={t('admin.empty.search.text')} />
    ) : (
      <EmptyState icon={Inbox} tone="good" title={t('admin.empty.title')} text={t('admin.empty.text')} />
    )
  const note = (
    <p className="cap muted num">
      {t('admin.users.range', { from: 1, to: whole(items.length), total: whole(total) })}.{' '}
      {t('admin.queue.order')}
    </p>
  )
  return isWide ? (
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
  )
}
