import { Check, TriangleAlert, Undo2, X } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { CardActions, CardTitle, LinkCard } from '#web/ui/card.tsx'
import { Changes } from './changes.tsx'
import { findingNames } from './findings.ts'
import { MarkedText } from './marked-text.tsx'
import { type Task, taskCalls } from './queries.ts'
import { TaskBadges } from './task-badges.tsx'
import { useAdminFormats } from './use-admin-formats.ts'
import { useApproval } from './use-approval.ts'
import type { Decisions } from './use-decisions.ts'

type TaskCellProps = { task: Task; decisions: Decisions; onReject: (task: Task) => void }

/** One entry of the queue: decided here, or on its own page. */
export function TaskCell({ task, decisions, onReject }: TaskCellProps) {
  const { t, offer } = useAdminFormats()
  const approve = useApproval(task, decisions)
  const isReport = task.subject === 'report'
  const warnings = task.flags.map((flag) => t(findingNames[flag]))
  const about = isReport
    ? [
        task.author.full_name,
        t(`admin.report.reason.${task.report?.reason}`),
        t('admin.report.complaints', { count: task.report?.complaints ?? 1 }),
      ]
    : [task.author.full_name, task.offer?.category, task.offer && offer(task.offer).text]
  return (
    <LinkCard>
      <TaskBadges task={task} />
      <CardTitle as="h2" to={`/admin-panel/review/${task.id}`}>
        {isReport ? t(`admin.report.${task.report?.subject_type}`) : task.title}
      </CardTitle>
      <p className="cap muted">{about.filter(Boolean).join(' · ')}</p>
      <Changes task={task} />
      <MarkedText text={task.text} marks={task.marks} />
      {warnings.length > 0 && (
        <p className="row cap warn">
          <TriangleAlert className="i16" />
          <span>{warnings.join(', ')}</span>
        </p>
      )}
      <CardActions>
        {task.decided_by ? (
          <Button
            small
            className="grow"
            variant="fill"
            icon={Undo2}
            onClick={() => decisions.run(() => taskCalls.undo(task.id), t('admin.done.undone'))}
          >
            {t('admin.undo')}
          </Button>
        ) : isReport ? (
          <>
            <Button
              small
              className="grow"
              variant="badSoft"
              onClick={() => decisions.judge(task.id, 'accept')}
            >
              {t('admin.accept')}
            </Button>
            <Button small className="grow" variant="fill" onClick={() => decisions.judge(task.id, 'dismiss')}>
              {t('admin.dismiss')}
            </Button>
          </>
        ) : (
          <>
            <Button small className="grow" variant="goodSoft" icon={Check} onClick={approve}>
              {t('admin.approve')}
            </Button>
            <Button small className="grow" variant="badSoft" icon={X} onClick={() => onReject(task)}>
              {t('admin.reject')}
            </Button>
          </>
        )}
      </CardActions>
    </LinkCard>
  )
}
