import { useTranslation } from '#web/client/use-translation.ts'
import type { Task } from './queries.ts'
import { ReasonSheet } from './reason-sheet.tsx'
import type { Decisions } from './use-decisions.ts'

type RejectSheetProps = { task: Task | null; decisions: Decisions; onClose: () => void }

export function RejectSheet({ task, decisions, onClose }: RejectSheetProps) {
  const { t } = useTranslation()
  const of = task?.subject === 'revision' ? '.edit' : task?.kind === 'vacancy' ? '.vacancy' : ''
  return (
    <ReasonSheet
      key={task?.id}
      open={task !== null}
      onClose={onClose}
      title={t('admin.reject.title')}
      hint={t('admin.reject.hint')}
      submit={t(`admin.reject.submit${of}`)}
      isBusy={decisions.isBusy}
      first={task?.flags[0]}
      onSubmit={(reason) => task && decisions.reject(task.id, reason, onClose)}
    />
  )
}
