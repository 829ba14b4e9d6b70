import { experience, jobTypes, offeredExperience, workLanguages } from '#contract/options.ts'
import type { FormPart, SharedDraft } from '#web/features/listing-form/draft/form-kind.ts'
import { jobTypeTexts } from '#web/features/listing-page/order-sections.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { InputField, SelectField } from '#web/ui/form-field.tsx'
import { List, SwitchCell } from '#web/ui/list.tsx'
import { nothing } from '#web/ui/select.tsx'

/** Props of a field with one value, in both the form for orders and the form for vacancies. */
type Choice<T extends string = string> = { value: T; onValue: (value: T) => void }

export function ExperienceField({ value, onValue }: Choice) {
  const { t } = useFormats()
  // An older listing may hold a bucket that is no longer offered. It keeps it until its author chooses another one.
  const codes = Object.keys(experience).filter(
    (code) => code === value || offeredExperience.some((offered) => offered === code),
  )
  return (
    <SelectField
      label={t('filters.experience')}
      placeholder={t('create.experienceAny')}
      options={codes.map((code) => ({
        value: code,
        label: t(`option.experience.${code}`),
      }))}
      value={value}
      onValue={onValue}
    />
  )
}

export function LanguageField({ value, onValue }: Choice) {
  const { t } = useFormats()
  const languages = workLanguages.filter((code) => code !== 'any')
  return (
    <SelectField
      label={t('order.language')}
      options={[
        { value: nothing, label: t('create.language.any') },
        ...languages.map((code) => ({ value: code as string, label: t(`option.language.${code}`) })),
      ]}
      value={value === 'any' ? nothing : value}
      onValue={onValue}
    />
  )
}

export function JobTypeField({
  label,
  value,
  onValue,
}: Choice<(typeof jobTypes)[number]> & { label: string }) {
  const { t } = useFormats()
  return (
    <SelectField
      label={label}
      options={jobTypes.map((type) => ({ value: type as string, label: t(jobTypeTexts[type]) }))}
      value={value}
      onValue={(value) => {
        const type = jobTypes.find((known) => known === value)
        if (type) onValue(type)
      }}
    />
  )
}

export function PlaceField({ label, value, onValue }: Choice & { label: string }) {
  const { t } = useFormats()
  return (
    <InputField
      label={label}
      maxLength={120}
      placeholder={t('create.regionAny')}
      value={value}
      onValue={onValue}
    />
  )
}

/** The switches "remote" and "urgent" of a listing form. `urgent` is the label of the switch "urgent". */
export function RemoteAndUrgentSwitches({
  draft,
  onChange,
  urgent,
}: Pick<FormPart<SharedDraft>, 'draft' | 'onChange'> & { urgent: string }) {
  const { t } = useFormats()
  return (
    <List>
      <SwitchCell
        title={t('create.remote')}
        note={t('create.remoteHint')}
        checked={draft.isRemote}
        onChange={(isRemote) => onChange({ isRemote })}
      />
      <SwitchCell
        title={urgent}
        note={t('create.urgentHint')}
        checked={draft.isUrgent}
        onChange={(isUrgent) => onChange({ isUrgent })}
      />
    </List>
  )
}
