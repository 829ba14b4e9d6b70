import { useMutation, useQuery } from '@tanstack/react-query'
import { Flag, UserCheck, UserX } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { reportReasons } from '#contract/options.ts'
import { api } from '#web/client/http/api.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { showFailure } from '#web/features/session/show-failure.ts'
import { haptic } from '#web/telegram/index.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldGroup } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/form-field.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { Options } from '#web/ui/options.tsx'
import { showToast } from '#web/ui/overlays.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { block, blocks, unblock } from './blocks.ts'
import { HideCell } from './hide-cell.tsx'
import type { Blockable, ReportReason, ReportSubject } from './subject.ts'

export type MoreSheetProps = {
  subject: ReportSubject
  /** Person who can be blocked from the sheet. */
  person?: Blockable
  /** True if the person is met as a freelancer, who has no listings that could be hidden. */
  isFreelancer?: boolean
  /** With `report` the sheet opens the report form directly. */
  start?: 'menu' | 'report'
  /** Additional rows of the sheet, above the row "Report". */
  children?: ReactNode
  /** Renders additional rows of the sheet. A row closes the sheet with `close`, whose argument runs afterwards. */
  actions?: (close: (actAfterClose?: () => void) => void) => ReactNode
  open: boolean
  onClose: () => void
  onClosed: () => void
  onBlocked?: () => void
}

/** Sheet with actions against unwanted content: report or block. The texts `deals` must be loaded. */
export default function MoreSheet({
  subject,
  person,
  isFreelancer,
  start = 'menu',
  children,
  actions,
  ...sheet
}: MoreSheetProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState(start)
  const [draft, setDraft] = useState<ReportDraft>({ reason: null, comment: '' })
  const [error, setError] = useState<string>()
  const actAfterClose = useRef<() => void>(undefined)
  const form = useRef<HTMLFieldSetElement>(null)
  const reportMutation = useMutation({
    mutationFn: ({ reason, comment }: ReportDraft) =>
      api('POST /api/reports', {
        body: {
          subject_type: subject.type,
          subject_id: subject.id,
          reason: reason ?? 'other',
          comment: comment.trim() || null,
        },
      }),
    onSuccess: () => {
      haptic('success')
      showToast({ text: t('report.done') })
      sheet.onClose()
    },
    onError: (failure) => void showFailure(failure),
  })
  const sendReport = () => {
    if (draft.reason) return reportMutation.mutate(draft)
    setError(t('report.reasonMissing'))
    form.current?.querySelector('button')?.focus()
  }
  // The dialog opens only after the sheet has closed.
  const closeSheet = (afterClose?: () => void) => {
    actAfterClose.current = afterClose
    sheet.onClose()
  }
  const askToBlock = (person: Blockable) =>
    closeSheet(() => void block(person).then((isBlocked) => isBlocked && sheet.onBlocked?.()))
  return (
    <Sheet
      open={sheet.open}
      onClose={sheet.onClose}
      onClosed={() => {
        sheet.onClosed()
        actAfterClose.current?.()
      }}
      title={step === 'menu' ? t('common.more') : t(`report.title.${subject.type}`)}
      footer={
        step === 'report' && (
          <Button wide loading={reportMutation.isPending} onClick={sendReport}>
            {t('report.send')}
          </Button>
        )
      }
    >
      {step === 'menu' ? (
        <List icons flush>
          {children}
          {actions?.(closeSheet)}
          {person && !isFreelancer && (subject.type === 'listing' || subject.type === 'user') && (
            <HideCell person={person} onDone={sheet.onClose} />
          )}
          <Cell icon={Flag} title={t('more.report')} onClick={() => setStep('report')} />
          {person && (
            <BlockCell
              person={person}
              onBlock={() => askToBlock(person)}
              onUnblock={() => {
                void unblock(person)
                sheet.onClose()
              }}
            />
          )}
        </List>
      ) : (
        <ReportForm
          form={form}
          draft={draft}
          error={error}
          disabled={reportMutation.isPending}
          onChange={(part) => {
            setDraft({ ...draft, ...part })
            if (part.reason) setError(undefined)
          }}
        />
      )}
    </Sheet>
  )
}

type BlockCellProps = { person: Blockable; onBlock: () => void; onUnblock: () => void }

function BlockCell({ person, onBlock, onUnblock }: BlockCellProps) {
  const { t } = useTranslation()
  const isBlocked = useQuery(blocks()).data?.some(({ id }) => id === person.id)
  return isBlocked ? (
    <Cell icon={UserCheck} title={t('more.unblock')} note={person.full_name} onClick={onUnblock} />
  ) : (
    <Cell bad icon={UserX} title={t('more.block')} note={person.full_name} onClick={onBlock} />
  )
}

type ReportDraft = { reason: ReportReason | null; comment: string }

type ReportFormProps = {
  form: RefObject<HTMLFieldSetElement | null>
  draft: ReportDraft
  error?: string
  disabled: boolean
  onChange: (part: Partial<ReportDraft>) => void
}

/** Form for the reason of a report, with an optional comment. */
function ReportForm({ form, draft, error, disabled, onChange }: ReportFormProps) {
  const { t } = useTranslation()
  return (
    <fieldset ref={form} disabled={disabled} className="stack">
      <FieldGroup label={t('report.reason')} error={error}>
        <Options
          label={t('report.reason')}
          options={reportReasons.map((value) => ({ value, label: t(`report.reason.${value}`) }))}
          value={draft.reason}
          onChoose={(reason) => onChange({ reason })}
        />
      </FieldGroup>
      <TextareaField
        label={t('report.comment')}
        hint={t('report.commentHint')}
        rows={2}
        maxLength={limits.report.length}
        value={draft.comment}
        onValue={(comment) => onChange({ comment })}
      />
    </fieldset>
  )
}
