import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { TextareaField } from '#web/ui/form-field.tsx'
import { Counter } from '#web/ui/input.tsx'

type ResponseTextFieldProps = {
  label: string
  placeholder: string
  error?: string
  value: string
  onValue: (value: string) => void
}

/** Field for the text of a response, with a character counter near the limit. */
export function ResponseTextField({ label, placeholder, error, value, onValue }: ResponseTextFieldProps) {
  const { t, language } = useTranslation()
  const { max, warn } = limits.responseText
  const counterLabel =
    value.length >= max
      ? t('respond.limit', { max })
      : t('respond.counterLabel', { count: max - value.length })
  return (
    <TextareaField
      label={label}
      error={error}
      counter={
        <Counter count={value.length} max={max} warn={warn} language={language} announce={counterLabel} />
      }
      required
      unmarked
      name="text"
      rows={6}
      maxLength={max}
      placeholder={placeholder}
      value={value}
      onValue={onValue}
    />
  )
}
