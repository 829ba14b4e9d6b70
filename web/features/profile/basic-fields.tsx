import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { currencies } from '#web/features/listings/queries.ts'
import { useFormats } from '#web/features/listings/use-formats.ts'
import { specialities } from '#web/features/people/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Counter, Input, Textarea } from '#web/ui/input.tsx'
import { nothing, Select } from '#web/ui/select.tsx'
import type { ProfileDraft } from './draft.ts'

export type FormPart = {
  draft: ProfileDraft
  errors: Record<string, string>
  onChange: (part: Partial<ProfileDraft>) => void
}

const maxYears = 60
const yearsPattern = '[0-5]?\\d|60'
const placeLength = 64

/** Who somebody is: name, own words, trade and experience. */
export function BasicFields({ draft, errors, onChange }: FormPart) {
  const { t } = useFormats()
  const list = useQuery(specialities())
  const { max } = limits.profileText
  const left = max - draft.description.length
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
      <Field
        label={t('profileEdit.about')}
        error={errors.description}
        counter={
          <Counter
            count={draft.description.length}
            max={max}
            warn={max - 100}
            announce={left > 0 ? t('respond.counterLabel', { count: left }) : t('respond.limit', { max })}
          />
        }
      >
        {(control) => (
          <Textarea
            {...control}
            name="description"
            rows={3}
            maxLength={max}
            placeholder={t('profileEdit.aboutPlaceholder')}
            value={draft.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('profileEdit.speciality')} error={errors.category}>
        {(control) => (
          <Select
            {...control}
            name="category"
            placeholder={draft.category ? undefined : t('common.notSpecified')}
            options={(list.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={draft.category || nothing}
            onChange={(event) => onChange({ category: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('profileEdit.years')}
        error={errors.years && t('profileEdit.yearsWrong', { max: maxYears })}
      >
        {(control) => (
          <Input
            {...control}
            name="years"
            inputMode="numeric"
            pattern={yearsPattern}
            maxLength={2}
            value={draft.years}
            onChange={(event) => onChange({ years: event.target.value.trim() })}
          />
        )}
      </Field>
    </Card>
  )
}

/** Where somebody is, and in which money they count. */
export function PlaceFields({ draft, errors, onChange }: FormPart) {
  const { t } = useFormats()
  const list = useQuery(currencies())
  return (
    <Card style={{ gap: 14 }}>
      <div className="pair">
        <Field label={t('profileEdit.country')} error={errors.country}>
          {(control) => (
            <Input
              {...control}
              name="country"
              autoComplete="country-name"
              maxLength={placeLength}
              value={draft.country}
              onChange={(event) => onChange({ country: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('people.city')} error={errors.city}>
          {(control) => (
            <Input
              {...control}
              name="city"
              autoComplete="address-level2"
              maxLength={placeLength}
              value={draft.city}
              onChange={(event) => onChange({ city: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label={t('common.currency')}>
        {(control) => (
          <Select
            {...control}
            options={(list.data ?? []).map(({ id, name, code }) => ({
              value: String(id),
              label: `${name} (${code})`,
            }))}
            value={draft.currency}
            onChange={(event) => onChange({ currency: event.target.value })}
          />
        )}
      </Field>
    </Card>
  )
}
