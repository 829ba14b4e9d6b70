import { Clock, Lock, MessageCircleQuestion, TriangleAlert, Undo2 } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { QueueEntry } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { findingNames } from '#web/features/admin/review/checks.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { DottedLine } from '#web/ui/dotted-line.tsx'
import styles from './queue.module.css'

type QueueRowProps = {
  entry: QueueEntry
  /** Callback that shows the task beside the queue. Without the callback, the entry is a link to the task's page. */
  onChoose?: (id: number) => void
  isCurrent?: boolean
}

/** One entry of the moderation queue. A page has up to a thousand entries, so `memo` skips the unchanged ones. */
export const QueueRow = memo(function QueueRow({ entry, onChoose, isCurrent }: QueueRowProps) {
  const { id } = entry
  return (
    <li className={styles.entry}>
      {onChoose ? (
        <button
          type="button"
          className={styles.line}
          aria-current={isCurrent || undefined}
          onClick={() => onChoose(id)}
        >
          <RowContent entry={entry} />
        </button>
      ) : (
        <Link to={`/admin-panel/review/${id}`} className={styles.line}>
          <RowContent entry={entry} />
        </Link>
      )}
    </li>
  )
})

function RowContent({ entry }: { entry: QueueEntry }) {
  const { t, waiting, price: priceText } = useAdminFormats()
  const { price, listing_id, claimer_name, title } = entry
  const { time, tone } = waiting(entry.waiting_since)
  const isHeld = entry.state === 'claimed' && Date.parse(entry.claimed_until ?? '') > Date.now()
  const warnings = [
    ...(entry.is_appeal ? [t('admin.appeal')] : []),
    ...entry.flags.map((flag) => t(findingNames[flag])),
  ]
  return (
    <>
      <span className="row row-between">
        {entry.decided_by ? (
          <Badge icon={Undo2}>
            {t(entry.state === 'approved' ? 'admin.done.approved' : 'admin.done.rejected')}
          </Badge>
        ) : entry.state === 'returned' ? (
          <Badge icon={MessageCircleQuestion}>{t('admin.asked')}</Badge>
        ) : (
          <Badge tone={tone} icon={Clock}>
            {time}
          </Badge>
        )}
        <span className="num">{t('admin.number', { id: listing_id })}</span>
      </span>
      <b className="clamp-2">{entry.subject === 'revision' ? t('admin.queue.edit', { title }) : title}</b>
      <DottedLine>
        {entry.author_name}
        {priceText(price, entry.kind)}
      </DottedLine>
      {warnings.length > 0 && (
        <span className={styles.warning}>
          <TriangleAlert className="i16" />
          {warnings.map((name, at) => (at === 0 ? name : name.toLowerCase())).join(', ')}
        </span>
      )}
      {isHeld && (
        <span className={styles.held}>
          <Lock className="i16" />
          {t('admin.held', { name: claimer_name ?? '' })}
        </span>
      )}
    </>
  )
}
