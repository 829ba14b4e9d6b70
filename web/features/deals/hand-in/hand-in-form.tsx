import { limits } from '#contract/limits.ts'
import { UploadField } from '#web/features/files/upload-field.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { InputField, TextareaField } from '#web/ui/form-field.tsx'
import { Counter } from '#web/ui/input.tsx'
import type { useHandIn } from './use-hand-in.ts'

const { text: length } = limits.deal

/**
 * Form for handing in work. It is part of the page and not a sheet, because its text and files need more height than a
 * keyboard leaves.
 */
export function HandInForm({ handing }: { handing: ReturnType<typeof useHandIn> }) {
  const { t } = useFormats()
  const { draft, uploads } = handing
  const { text, link } = draft.value
  return (
    <fieldset disabled={handing.isBusy} className="stack">
      <RemarkField
        label={t('deal.done.label')}
        rows={3}
        value={text}
        onValue={(words) => draft.change({ text: words })}
      />
      <InputField
        label={t('deal.link')}
        inputMode="url"
        autoCapitalize="none"
        maxLength={limits.link.max}
        placeholder="https://"
        value={link}
        onValue={(link) => draft.change({ link })}
      />
      <UploadField uploads={uploads} title={t('deal.files.add')} note={t('deal.files.limit')} />
    </fieldset>
  )
}

type RemarkFieldProps = {
  label: string
  rows: number
  required?: boolean
  error?: string
  value: string
  onValue: (value: string) => void
}

/** Text area with a character counter, for the text of handed-in work or of a remark. */
export function RemarkField({ value, onValue, rows, ...field }: RemarkFieldProps) {
  const { t, language } = useFormats()
  return (
    <TextareaField
      {...field}
      counter={
        <Counter
          count={value.length}
          max={length}
          warn={length - 100}
          language={language}
          announce={t('respond.counterLabel', { count: length - value.length })}
        />
      }
      rows={rows}
      maxLength={length}
      value={value}
      onValue={onValue}
    />
  )
}
