import { Inbox, SearchX } from 'lucide-react'
import type { ListingKind } from '#contract/lifecycle.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useQueue } from './queries.ts'
import styles from './queue.module.css'
import { QueueLine } from './queue-line.tsx'
import { Shift } from './shift.tsx'
import { useAdminFormats } from './use-admin-formats.ts'
import { useWide } from './use-wide.ts'

type QueueProps = {
  kind: ListingKind
  search: string
  /** Where the keys of a shift are named. */
  head: HTMLElement | null
}

/** What waits for moderators: a list and, on a wide screen, what is being decided beside it. */
export function Queue({ kind, search, head }: QueueProps) {
  const { t, whole } = useAdminFormats()
  const isWide = useWide()
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
    <Shift entries={items} note={note} head={head} />
  ) : (
    <div className={styles.side}>
      <ul className={styles.lines} aria-label={t('admin.queue.list')}>
        {items.map((entry) => (
          <QueueLine key={entry.id} entry={entry} />
        ))}
      </ul>
      {note}
    </div>
  )
}
