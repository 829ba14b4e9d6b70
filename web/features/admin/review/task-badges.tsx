import { Clock, Eye, Flame, MessageCircleQuestion, PencilLine, Scale, UserRound } from 'lucide-react'
import type { Task } from '#web/features/admin/frame/queries.ts'
import { useAdminFormats } from '#web/features/admin/frame/use-admin-formats.ts'
import { Badge } from '#web/ui/badge.tsx'

/** Badges of a task: waiting time, urgency, kind, claimer, and its number. */
export function TaskBadges({ task }: { task: Task }) {
  const { t, waiting } = useAdminFormats()
  const { text, tone } = waiting(task.waiting_since)
  const isHeld = task.state === 'claimed' && Date.parse(task.claimed_until ?? '') > Date.now()
  return (
    <div className="row row-between">
      <div className="row" style={{ flexWrap: 'wrap', rowGap: 4 }}>
        {task.decided_by ? null : task.state === 'returned' ? (
          <Badge icon={MessageCircleQuestion}>{t('admin.asked')}</Badge>
        ) : (
          <Badge tone={tone} icon={Clock}>
            {text}
          </Badge>
        )}
        {task.offer?.urgent && (
          <Badge tone="warn" icon={Flame}>
            {t('admin.urgent')}
          </Badge>
        )}
        {task.subject === 'revision' && <Badge icon={PencilLine}>{t('admin.edit')}</Badge>}
        {task.appeal && (
          <Badge tone="warn" icon={Scale}>
            {t('admin.appeal')}
          </Badge>
        )}
        {task.decided_alone && (
          <Badge tone="warn" icon={UserRound}>
            {t('admin.alone')}
          </Badge>
        )}
        {isHeld && (
          <Badge tone="accent" icon={Eye}>
            {t('admin.held', { name: task.claimer_name ?? '' })}
          </Badge>
        )}
      </div>
      {task.listing_id && <span className="cap muted num">{t('admin.number', { id: task.listing_id })}</span>}
    </div>
  )
}
