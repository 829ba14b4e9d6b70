import type { RefObject } from 'react'
import { limits } from '#contract/limits.ts'
import { reportReasons } from '#contract/options.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { Field, FieldGroup } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Options } from '#web/ui/options.tsx'
import type { ReportReason } from './subject.ts'

export type ReportDraft = { reason: ReportReason | null; comment: string }

type ReportFormProps = {
  form: RefObject<HTMLFieldSetElement | null>
  draft: ReportDraft
  error?: string
  disabled: boolean
  onChange: (part: Partial<ReportDraft>) => void
}

/** Reason of a report and an optional comment. */
export function ReportForm({ form, draft, error, disabled, onChange }: ReportFormProps) {
  const { t } = useTranslation()
  return (
    <fieldset ref={form} disabled={disabled} className="stack" style={{ gap: 14 }}>
      <FieldGroup label={t('report.reason')} error={error}>
        <Options
          label={t('report.reason')}
          options={reportReasons.map((value) => ({ value, label: t(`report.reason.${value}`) }))}
          value={draft.reason}
          onChoose={(reason) => onChange({ reason })}
        />
      </FieldGroup>
      <Field label={t('report.comment')} hint={t('report.commentHint')}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={limits.report.length}
            value={draft.comment}
            onChange={(event) => onChange({ comment: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  )
}
