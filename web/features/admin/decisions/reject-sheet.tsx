import { useTranslation } from '#web/client/use-translation.ts'
import type { Task } from '#web/features/admin/frame/queries.ts'
import { ConsequenceSheet } from './consequence-sheet.tsx'
import { ReasonSheet } from './reason-sheet.tsx'
import type { Decisions } from './use-decisions.ts'

type RejectSheetProps = { task: Task | null; decisions: Decisions; onClose: () => void }

export function RejectSheet({ task, decisions, onClose }: RejectSheetProps) {
  const { t } = useTranslation()
  if (task?.subject === 'report')
    return <AcceptSheet key={task.id} task={task} decisions={decisions} onClose={onClose} />
  const variant = task?.subject === 'revision' ? '.edit' : task?.kind === 'vacancy' ? '.vacancy' : ''
  return (
    <ReasonSheet
      key={task?.id}
      open={task !== null}
      onClose={onClose}
      title={t('admin.reject.title')}
      hint={t('admin.reject.hint')}
      submit={t(`admin.reject.submit${variant}`)}
      isBusy={decisions.isBusy}
      first={task?.flags[0]}
      onSubmit={(reason) => task && decisions.reject(task.id, reason, onClose)}
    />
  )
}

/** Accepts a report together with its consequence. */
function AcceptSheet({ task, decisions, onClose }: RejectSheetProps & { task: Task }) {
  const about = task.report?.subject_type
  const removing = about === 'listing' ? 'listing' : about === 'user' ? 'pictures' : 'words'
  return (
    <ConsequenceSheet
      open
      onClose={onClose}
      removing={task.is_removable ? removing : null}
      isBlockable={task.author_status === 'active' && task.author_role === 'user'}
      warnings={task.author_warnings}
      first={task.report?.reason}
      isBusy={decisions.isBusy}
      onSubmit={(consequence, reason) => decisions.accept(task.id, { consequence, reason }, onClose)}
    />
  )
}
