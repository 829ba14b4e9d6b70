import { type ReactNode, useEffect, useId, useState } from 'react'
import { breachReasons, type KnownReason, rejectionReasons } from '#contract/rejection.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { TextareaField } from '#web/ui/form-field.tsx'
import { bindWords } from '#web/ui/glue.ts'
import { Radios } from '#web/ui/radios.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import styles from './reason-sheet.module.css'

const refusals = [...rejectionReasons, 'other'] as const
/** Reasons that a moderator can give for a removal, a warning or a block. */
export const consequenceReasons = [...breachReasons, 'other'] as const
type Reason = KnownReason | 'other'
const length = { min: 3, max: 500 }

type ReasonSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Name of the listing or the person that the decision is about, shown below the title. */
  subject?: string | null
  /** Placeholder of the field for words to the person. It says how the words reach them. */
  hint: string
  submitLabel: string
  isBusy: boolean
  reasons?: readonly Reason[]
  /** Additional inputs, shown above the reasons. */
  children?: ReactNode
  /** Text that names a required choice above the reasons while the choice is missing. */
  missing?: string | null
  onSubmit: (reason: string) => void
}

/** Form for the reason of a decision: a listed reason or free text. The author reads the reason. */
export function ReasonSheet({
  title,
  subject,
  hint,
  submitLabel,
  isBusy,
  reasons = refusals,
  children,
  missing,
  onSubmit,
  ...sheet
}: ReasonSheetProps) {
  const { t } = useTranslation()
  // No reason is preselected, so that a moderator cannot decide by pressing Enter out of habit.
  const [reason, setReason] = useState<Reason | null>(null)
  const [comment, setComment] = useState('')
  const [isShort, setShort] = useState(false)
  const words = comment.trim()
  const form = useId()
  const missingText = missing ?? (reason === null ? t('admin.reason.first') : null)
  const canSend = missingText === null
  useReasonKeys(sheet.open ? form : null, reasons, setReason)
  const sendReason = () => {
    if (!canSend || reason === null) return
    if (reason === 'other' && words.length < length.min) return setShort(true)
    const reasonText = t(`admin.reject.${reason}`)
    // A comment is appended to a listed reason. If the reason is "other", the comment alone is the reason.
    onSubmit(words.length < length.min ? reason : reason === 'other' ? words : `${reasonText}. ${words}`)
  }
  return (
    <Sheet
      {...sheet}
      centred
      title={title}
      footer={
        <>
          {missingText && <p className="cap muted">{missingText}</p>}
          <div className={styles.acts}>
            <Button wide variant="fill" className={styles.cancel} onClick={sheet.onClose}>
              {t('common.cancel')}
            </Button>
            <Button wide variant="bad" type="submit" form={form} loading={isBusy} disabled={!canSend}>
              {submitLabel}
            </Button>
          </div>
        </>
      }
    >
      {/* The radio buttons are in a form element, so that Enter submits the reason. */}
      <form
        id={form}
        className={styles.reasons}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) sendReason()
        }}
      >
        {subject && <p className="sub muted">{bindWords(subject)}</p>}
        {children}
        <div>
          {children && <h3 className="head">{t('admin.reason')}</h3>}
          <p className={cx('cap muted', styles.keys)}>{t('admin.reason.keys', { last: reasons.length })}</p>
          <Radios
            label={children ? t('admin.reason') : title}
            value={reason}
            options={reasons.map((value) => ({ value, label: t(`admin.reject.${value}`) }))}
            onChange={setReason}
          />
        </div>
        <TextareaField
          label={t('admin.reject.comment')}
          required={reason === 'other'}
          placeholder={hint}
          error={
            isShort && reason === 'other' && words.length < length.min ? t('admin.reject.length') : undefined
          }
          rows={2}
          maxLength={length.max - 40}
          value={comment}
          onValue={setComment}
        />
      </form>
    </Sheet>
  )
}

/**
 * Makes the keys 1 to 9 choose the reason at that place, except while the moderator types. The chosen radio button gets
 * the focus, so that Enter sends the form.
 * @param formId id of the form with the reasons; null while the form is closed
 */
function useReasonKeys(
  formId: string | null,
  reasons: readonly Reason[],
  onReason: (reason: Reason) => void,
): void {
  useEffect(() => {
    if (formId === null) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.target instanceof Element && event.target.closest('textarea')) return
      const reason = reasons[Number(event.key) - 1]
      if (!reason) return
      event.preventDefault()
      onReason(reason)
      document.getElementById(formId)?.querySelector<HTMLElement>(`input[value="${reason}"]`)?.focus()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [formId, reasons, onReason])
}
