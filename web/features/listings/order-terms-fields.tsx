import { limits } from '#contract/limits.ts'
import { experience, jobTypes, workLanguages } from '#contract/options.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { nothing, Select } from '#web/ui/select.tsx'
import { dayOf } from './order-draft.ts'
import type { FormPart } from './order-form.tsx'
import { jobTypeTexts } from './order-sections.tsx'
import { useFormats } from './use-formats.ts'

const day = 24 * 60 * 60 * 1000

/** Deadline, workload, experience, region and language. */
export function OrderTermsFields({ draft, errors, onChange }: FormPart) {
  const { t } = useFormats()
  const now = Date.now()
  return (
    <Card style={{ gap: 14 }}>
      <h2 className="head">{t('create.requirements')}</h2>
      <div className="pair">
        <Field label={t('create.deadline')} error={errors.deadline}>
          {(control) => (
            <Input
              {...control}
              type="date"
              name="deadline"
              min={dayOf(new Date(now))}
              max={dayOf(new Date(now + limits.deadline.ms - day))}
              value={draft.deadline}
              onChange={(event) => onChange({ deadline: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('filters.experience')}>
          {(control) => (
            <Select
              {...control}
              placeholder={t('create.experienceAny')}
              options={Object.keys(experience).map((value) => ({
                value,
                label: t(`option.experience.${value}`),
              }))}
              value={draft.experience}
              onChange={(event) => onChange({ experience: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="pair">
        <Field label={t('create.region')}>
          {(control) => (
            <Input
              {...control}
              maxLength={120}
              placeholder={t('create.regionAny')}
              value={draft.region}
              onChange={(event) => onChange({ region: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('order.language')}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: nothing, label: t('create.language.any') },
                ...workLanguages
                  .filter((code) => code !== 'any')
                  .map((value) => ({ value, label: t(`option.language.${value}`) })),
              ]}
              value={draft.language === 'any' ? nothing : draft.language}
              onChange={(event) => onChange({ language: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field label={t('create.format')}>
        {(control) => (
          <Select
            {...control}
            options={jobTypes.map((value) => ({ value, label: t(jobTypeTexts[value]) }))}
            value={draft.format}
            onChange={(event) => {
              const format = jobTypes.find((type) => type === event.target.value)
              if (format) onChange({ format })
            }}
          />
        )}
      </Field>
    </Card>
  )
}
