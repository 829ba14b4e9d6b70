import { type ReactNode, useId, useState } from 'react'
import { breachReasons, type KnownReason, rejectionReasons } from '#contract/rejection.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Radios } from '#web/ui/radios.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import styles from './section.module.css'

const refusals = [...rejectionReasons, 'other'] as const
/** Why something is removed, or somebody warned or blocked. */
export const breaches = [...breachReasons, 'other'] as const
type Reason = KnownReason | 'other'
const length = { min: 3, max: 500 }

type ReasonSheetProps = {
  open: boolean
  onClose: () => void
  title: string
  hint: string
  submit: string
  isBusy: boolean
  reasons?: readonly Reason[]
  /** What else is chosen, above the reasons. */
  children?: ReactNode
  /** The finding of the automatic checks, when there is one. */
  first?: string
  onSubmit: (reason: string) => void
}

/** Why something is refused: one of the known reasons, or the moderator's own words, which the author reads. */
export function ReasonSheet({
  title,
  hint,
  submit,
  isBusy,
  reasons = refusals,
  children,
  first,
  onSubmit,
  ...sheet
}: ReasonSheetProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState<Reason>(
    () => reasons.find((one) => one === first) ?? reasons[0] ?? 'other',
  )
  const [comment, setComment] = useState('')
  const [isShort, setShort] = useState(false)
  const words = comment.trim()
  const form = useId()
  const send = () => {
    if (reason === 'other' && words.length < length.min) return setShort(true)
    const known = t(`admin.reject.${reason}`)
    // A comment explains the reason; alone it is the reason.
    onSubmit(words.length < length.min ? reason : reason === 'other' ? words : `${known}. ${words}`)
  }
  return (
    <Sheet
      {...sheet}
      title={title}
      gripLabel={t('a11y.sheetGrip')}
      footer={
        <Button wide variant="bad" type="submit" form={form} loading={isBusy}>
          {submit}
        </Button>
      }
    >
      {/* Enter at a reason sends it. */}
      <form
        id={form}
        className={styles.reasons}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) send()
        }}
      >
        {children}
        <Radios
          label={children ? t('admin.reason') : title}
          value={reason}
          options={reasons.map((value) => ({ value, label: t(`admin.reject.${value}`) }))}
          onChange={setReason}
        />
        <Field
          label={t('admin.reject.comment')}
          required={reason === 'other'}
          hint={hint}
          error={
            isShort && reason === 'other' && words.length < length.min ? t('admin.reject.length') : undefined
          }
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={length.max - 40}
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Sheet>
  )
}
