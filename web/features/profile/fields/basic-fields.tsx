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
import { Counter, Input, Textarea } from '#web/ui/input.tsx'
import { nothing, Select } from '#web/ui/select.tsx'

const maxYears = 60
const yearsPattern = '[0-5]?\\d|60'

/** Name, description, category and experience. */
export function BasicFields(part: FormPart) {
  const { draft, errors, onChange } = part
  const { t } = useFormats()
  const fields = useCategoryOptions('leaf', Number(draft.category_id) || null)
  return (
    <Card style={{ gap: 14 }}>
      <Field label={t('profileEdit.name')} required error={errors.full_name}>
        {(control) => (
          <Input
            {...control}
            name="full_name"
            autoComplete="name"
            maxLength={limits.name.max}
            value={draft.full_name}
            onChange={(event) => onChange({ full_name: event.target.value })}
          />
        )}
      </Field>
      <TextField {...part} field="description" placeholder={t('profileEdit.aboutPlaceholder')} />
      <Field label={t('profileEdit.speciality')} error={errors.category_id}>
        {(control) => (
          <Select
            {...control}
            name="category_id"
            placeholder={draft.category_id ? undefined : t('common.notSpecified')}
            options={fields}
            value={draft.category_id || nothing}
            onChange={(event) => onChange({ category_id: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('profileEdit.years')}
        error={errors.years_of_experience && t('profileEdit.yearsWrong', { max: maxYears })}
      >
        {(control) => (
          <Input
            {...control}
            name="years_of_experience"
            inputMode="numeric"
            pattern={yearsPattern}
            maxLength={2}
            value={draft.years_of_experience}
            onChange={(event) => onChange({ years_of_experience: event.target.value.trim() })}
          />
        )}
      </Field>
    </Card>
  )
}

/** Country, city and currency. */
export function PlaceFields(part: FormPart) {
  const { draft, errors, onChange } = part
  const { t } = useFormats()
  const list = useQuery(currencies())
  return (
    <Card style={{ gap: 14 }}>
      <div className="pair">
        <TextField {...part} field="country" autoComplete="country-name" />
        <TextField {...part} field="city" autoComplete="address-level2" />
      </div>
      <Field label={t('common.currency')} error={errors.currency_id}>
        {(control) => (
          <Select
            {...control}
            name="currency_id"
            options={(list.data ?? []).map(({ id, name, code }) => ({
              value: String(id),
              label: `${name} (${code})`,
            }))}
            value={draft.currency_id}
            onChange={(event) => onChange({ currency_id: event.target.value })}
          />
        )}
      </Field>
    </Card>
  )
}

type TextFieldProps = FormPart & { field: ProfileText; placeholder?: string; autoComplete?: string }

/** Field for one text of the profile; multi-line texts have a counter. */
function TextField({ field, draft, errors, onChange, ...input }: TextFieldProps) {
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
