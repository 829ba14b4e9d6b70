import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { type ProfileText, profileTexts } from '#contract/profile-texts.ts'
import { useTranslation } from '#web/client/use-translation.ts'
import { useCategoryOptions } from '#web/features/listings/fields/category-options.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { currencies } from '#web/features/listings/queries.ts'
import type { FormPart } from '#web/features/profile/draft/draft.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { InputField, SelectField } from '#web/ui/form-field.tsx'
import { Counter, Input, Textarea } from '#web/ui/input.tsx'
import { nothing } from '#web/ui/select.tsx'

const maxYears = 60
const yearsPattern = '[0-5]?\\d|60'

/** Fields for name, description, category and experience. */
export function BasicFields(part: FormPart) {
  const { draft, errors, onChange } = part
  const { t } = useFormats()
  const fields = useCategoryOptions('leaf', Number(draft.category_id) || null)
  return (
    <Card className="stack">
      <InputField
        label={t('profileEdit.name')}
        required
        error={errors.full_name}
        name="full_name"
        autoComplete="name"
        maxLength={limits.name.max}
        value={draft.full_name}
        onValue={(full_name) => onChange({ full_name })}
      />
      <TextField {...part} field="description" placeholder={t('profileEdit.aboutPlaceholder')} />
      <SelectField
        label={t('profileEdit.speciality')}
        error={errors.category_id}
        name="category_id"
        placeholder={draft.category_id ? undefined : t('common.notSpecified')}
        options={fields}
        value={draft.category_id || nothing}
        onValue={(category_id) => onChange({ category_id })}
      />
      <InputField
        label={t('profileEdit.years')}
        error={errors.years_of_experience && t('profileEdit.yearsWrong', { max: maxYears })}
        name="years_of_experience"
        inputMode="numeric"
        pattern={yearsPattern}
        maxLength={2}
        value={draft.years_of_experience}
        onValue={(value) => onChange({ years_of_experience: value.trim() })}
      />
    </Card>
  )
}

/** Fields for country, city and currency. */
export function PlaceFields(part: FormPart) {
  const { draft, errors, onChange } = part
  const { t } = useFormats()
  const list = useQuery(currencies())
  return (
    <Card className="stack">
      <div className="pair">
        <TextField {...part} field="country" autoComplete="country-name" />
        <TextField {...part} field="city" autoComplete="address-level2" />
      </div>
      <SelectField
        label={t('common.currency')}
        error={errors.currency_id}
        name="currency_id"
        options={(list.data ?? []).map(({ id, name, code }) => ({
          value: String(id),
          label: `${name} (${code})`,
        }))}
        value={draft.currency_id}
        onValue={(currency_id) => onChange({ currency_id })}
      />
    </Card>
  )
}

type TextFieldProps = FormPart & { field: ProfileText; placeholder?: string; autoComplete?: string }

/** Field for one text of the profile. A field with several lines has a character counter. */
function TextField({ field, draft, errors, onChange, ...input }: TextFieldProps) {
  const { t, language } = useTranslation()
  const { max, rows } = profileTexts[field]
  const value = draft[field]
  const remainingLength = max - value.length
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
            language={language}
            announce={
              remainingLength > 0
                ? t('respond.counterLabel', { count: remainingLength })
                : t('respond.limit', { max })
            }
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
