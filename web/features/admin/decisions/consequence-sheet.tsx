import { useState } from 'react'
import { type Consequence, consequences } from '#contract/rejection.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import type { Task } from '#web/features/admin/frame/queries.ts'
import { Radios } from '#web/ui/radios.tsx'
import { consequenceReasons, ReasonSheet } from './reason-sheet.tsx'
import type { Decisions } from './use-decisions.ts'

/** The content that a moderator can remove. `null` if only the author can be sanctioned. */
type RemovableContent = 'listing' | 'words' | 'pictures' | null

type ConsequenceSheetProps = {
  open: boolean
  onClose: () => void
  removing: RemovableContent
  /** False if the author is a member of the staff, who cannot be blocked here. */
  isBlockable: boolean
  /** Number of recent warnings that the author has received. */
  warnings?: number
  isBusy: boolean
  onSubmit: (consequence: Consequence, reason: string) => void
}

/** Form for a sanction against the content or its author, with a reason. The author reads both. */
export function ConsequenceSheet({
  removing,
  isBlockable,
  warnings = 0,
  onSubmit,
  ...sheet
}: ConsequenceSheetProps) {
  const { t } = useTranslation()
  const offeredConsequences = consequences.filter(
    (one) => (one !== 'remove' || removing !== null) && (one !== 'block' || isBlockable),
  )
  const [only, ...otherConsequences] = offeredConsequences
  const [chosen, setChosen] = useState<Consequence | null>(
    otherConsequences.length === 0 ? (only ?? null) : null,
  )
  // Pictures are removed only by the `remove` consequence. A warning or a block does not remove them.
  const removedAlongside = removing === 'pictures' ? null : removing
  const nameOf = (one: Consequence) => {
    const contentToRemove = one === 'remove' ? removing : removedAlongside
    return contentToRemove ? t(`admin.consequence.${one}.${contentToRemove}`) : t(`admin.consequence.${one}`)
  }
  return (
    <ReasonSheet
      {...sheet}
      title={t('admin.consequence')}
      hint={t('admin.consequence.hint')}
      submitLabel={chosen ? nameOf(chosen) : t('admin.consequence.choose')}
      isReady={chosen !== null}
      reasons={consequenceReasons}
      onSubmit={(reason) => chosen && onSubmit(chosen, reason)}
    >
      <Radios
        label={t('admin.consequence')}
        value={chosen}
        options={offeredConsequences.map((value) => ({ value, label: nameOf(value) }))}
        onChange={setChosen}
      />
      {warnings > 0 && <p className="sub warn">{t('admin.warned', { count: warnings })}</p>}
    </ReasonSheet>
  )
}

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
      submitLabel={t(`admin.reject.submit${variant}`)}
      isBusy={decisions.isBusy}
      onSubmit={(reason) => task && decisions.reject(task.id, reason, onClose)}
    />
  )
}

/** Sheet that accepts a report and chooses the consequence for the reported content. */
function AcceptSheet({ task, decisions, onClose }: RejectSheetProps & { task: Task }) {
  const subjectType = task.report?.subject_type
  const removing = subjectType === 'listing' ? 'listing' : subjectType === 'user' ? 'pictures' : 'words'
  return (
    <ConsequenceSheet
      open
      onClose={onClose}
      removing={task.is_removable ? removing : null}
      isBlockable={task.author_status === 'active' && task.author_role === 'user'}
      warnings={task.author_warnings}
      isBusy={decisions.isBusy}
      onSubmit={(consequence, reason) => decisions.accept(task.id, { consequence, reason }, onClose)}
    />
  )
}
