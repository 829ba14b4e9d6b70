import { type ProfileText, profileTexts } from '#contract/profile-texts.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import type { FormPart } from '#web/features/profile/draft/draft.ts'
import { Field } from '#web/ui/field.tsx'
import { Counter, Input, Textarea } from '#web/ui/input.tsx'

type TextFieldProps = FormPart & { field: ProfileText; placeholder?: string; autoComplete?: string }

/** Field for one text of the profile; multi-line texts have a counter. */
export function TextField({ field, draft, errors, onChange, ...input }: TextFieldProps) {
  const { t } = useTranslation()
  const { max, rows } = profileTexts[field]
  const value = draft[field]
  const left = max - value.length
  const text = {
    ...input,
    name: field,
    maxLength: max,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  }
  return (
    <Field
      label={t(`profileField.${field}`)}
      error={errors[field]}
      counter={
        rows > 1 && (
          <Counter
            count={value.length}
            max={max}
            warn={max - 100}
            announce={left > 0 ? t('respond.counterLabel', { count: left }) : t('respond.limit', { max })}
          />
        )
      }
    >
      {(control) =>
        rows > 1 ? <Textarea {...control} {...text} rows={rows} /> : <Input {...control} {...text} />
      }
    </Field>
  )
}
