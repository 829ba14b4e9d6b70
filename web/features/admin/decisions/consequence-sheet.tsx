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
  /** Title of the listing, or name of the person, that the decision is about. */
  subject: string | null
  removing: RemovableContent
  /** False if the author is a member of the staff, who cannot be blocked here. */
  isBlockable: boolean
  /** Number of recent warnings that the author has received. */
  warnings?: number
  /** Listings that would close together with the access, if the caller knows them. */
  closing?: Task['author_open']
  /** The consequence that was asked for before the form was opened. */
  asked?: Consequence | null
  isBusy: boolean
  onSubmit: (consequence: Consequence, reason: string) => void
}

/** Form for a sanction against the content or its author, with a reason. The author reads both. */
export function ConsequenceSheet({
  removing,
  isBlockable,
  warnings = 0,
  closing,
  asked = null,
  onSubmit,
  ...sheet
}: ConsequenceSheetProps) {
  const { t } = useTranslation()
  const offeredConsequences = consequences.filter(
    (one) => (one !== 'remove' || removing !== null) && (one !== 'block' || isBlockable),
  )
  const [only, ...otherConsequences] = offeredConsequences
  const [chosen, setChosen] = useState<Consequence | null>(
    otherConsequences.length === 0 ? (only ?? null) : asked,
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
      hint={t('admin.block.hint')}
      submitLabel={chosen ? nameOf(chosen) : t('admin.consequence.apply')}
      missing={chosen ? null : t('admin.consequence.choose')}
      reasons={consequenceReasons}
      onSubmit={(reason) => chosen && onSubmit(chosen, reason)}
    >
      <Radios
        label={t('admin.consequence')}
        value={chosen}
        options={offeredConsequences.map((value) => ({ value, label: nameOf(value) }))}
        onChange={setChosen}
      />
      <EarlierWarnings count={warnings} isWarning={chosen === 'warn'} />
      {chosen === 'block' && closing && <ClosedListings items={closing} />}
    </ReasonSheet>
  )
}

/** Says how many recent warnings the person has, and that one more lets the staff close the access. */
export function EarlierWarnings({ count, isWarning }: { count: number; isWarning?: boolean }) {
  const { t } = useTranslation()
  if (count === 0) return null
  const isSecond = isWarning && count === 1
  return <p className="sub warn">{isSecond ? t('admin.warned.second') : t('admin.warned', { count })}</p>
}

/** Listings that close together with the access of their author. They are shown before the confirmation. */
export function ClosedListings({ items }: { items: Task['author_open'] }) {
  const { t } = useTranslation()
  if (items.length === 0) return <p className="sub muted">{t('admin.block.nothing')}</p>
  return (
    <div className="stack stack-1">
      <h3 className="cap muted">{t('admin.block.closes')}</h3>
      {items.map(({ id, title, status }) => (
        <p key={id} className="sub">
          {t(`admin.block.${status}`, { title })}
        </p>
      ))}
    </div>
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
      subject={task?.title}
      hint={t('admin.reject.hint')}
      submitLabel={t(task?.appeal ? 'admin.appeal.keep' : `admin.reject.submit${variant}`)}
      isBusy={decisions.isBusy}
      onSubmit={(reason) => task && decisions.reject(task.id, reason, onClose)}
    />
  )
}

/** Sheet that accepts a report and chooses the consequence for the reported content. */
function AcceptSheet({ task, decisions, onClose }: RejectSheetProps & { task: Task }) {
  const subjectType = task.report?.subject_type
  const isTakenDown = subjectType === 'listing' || subjectType === 'service'
  const removing = isTakenDown ? 'listing' : subjectType === 'user' ? 'pictures' : 'words'
  return (
    <ConsequenceSheet
      open
      onClose={onClose}
      subject={subjectType === 'listing' ? task.title : task.author.full_name}
      removing={task.is_removable ? removing : null}
      isBlockable={task.author_status === 'active' && task.author_role === 'user'}
      warnings={task.author_warnings}
      closing={task.author_open}
      isBusy={decisions.isBusy}
      onSubmit={(consequence, reason) => decisions.accept(task.id, { consequence, reason }, onClose)}
    />
  )
}
