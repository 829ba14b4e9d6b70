import { experience, jobTypes, workLanguages } from '#contract/options.ts'
import type { FormPart, SharedDraft } from '#web/features/listing-form/draft/form-kind.ts'
import { jobTypeTexts } from '#web/features/listing-page/order-sections.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { List, SwitchCell } from '#web/ui/list.tsx'
import { nothing, Select } from '#web/ui/select.tsx'

/** Work-related fields of both forms. */
type Choice<T extends string = string> = { value: T; onValue: (value: T) => void }

export function ExperienceField({ value, onValue }: Choice) {
  const { t } = useFormats()
  return (
    <Field label={t('filters.experience')}>
      {(control) => (
        <Select
          {...control}
          placeholder={t('create.experienceAny')}
          options={Object.keys(experience).map((code) => ({
            value: code,
            label: t(`option.experience.${code}`),
          }))}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  )
}

export function LanguageField({ value, onValue }: Choice) {
  const { t } = useFormats()
  const languages = workLanguages.filter((code) => code !== 'any')
  return (
    <Field label={t('order.language')}>
      {(control) => (
        <Select
          {...control}
          options={[
            { value: nothing, label: t('create.language.any') },
            ...languages.map((code) => ({ value: code as string, label: t(`option.language.${code}`) })),
          ]}
          value={value === 'any' ? nothing : value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  )
}

export function JobTypeField({
  label,
  value,
  onValue,
}: Choice<(typeof jobTypes)[number]> & { label: string }) {
  const { t } = useFormats()
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          options={jobTypes.map((type) => ({ value: type as string, label: t(jobTypeTexts[type]) }))}
          value={value}
          onChange={(event) => {
            const type = jobTypes.find((known) => known === event.target.value)
            if (type) onValue(type)
          }}
        />
      )}
    </Field>
  )
}

export function PlaceField({ label, value, onValue }: Choice & { label: string }) {
  const { t } = useFormats()
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          maxLength={120}
          placeholder={t('create.regionAny')}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  )
}

/** Switches "remote" and "urgent"; `urgent` is the label of the second. */
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
