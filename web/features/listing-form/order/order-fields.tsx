import { limits } from '#contract/limits.ts'
import type { FormPart } from '#web/features/listing-form/draft/form-kind.ts'
import { toDateInput } from '#web/features/listing-form/draft/listing-draft.ts'
import { QuestionsCard } from '#web/features/listing-form/fields/questions-card.tsx'
import { TaskFields } from '#web/features/listing-form/fields/task-fields.tsx'
import {
  ExperienceField,
  JobTypeField,
  LanguageField,
  PlaceField,
  RemoteAndUrgentSwitches,
} from '#web/features/listing-form/fields/work-fields.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Card } from '#web/ui/card.tsx'
import { InputField } from '#web/ui/form-field.tsx'
import type { OrderDraft } from './order-draft.ts'
import { OrderPaymentFields } from './order-payment-fields.tsx'

const day = 24 * 60 * 60 * 1000

/** All fields of the form for an order. */
export function OrderFields(part: FormPart<OrderDraft>) {
  const { t } = useFormats()
  return (
    <>
      <TaskFields {...part} hint={t('create.nameHint')} />
      <OrderPaymentFields {...part} />
      <OrderTermsFields {...part} />
      <QuestionsCard
        questions={part.draft.questions}
        errors={part.errors}
        onChange={(questions) => part.onChange({ questions })}
      />
      <RemoteAndUrgentSwitches {...part} urgent={t('create.urgent')} />
    </>
  )
}

function OrderTermsFields({ draft, errors, onChange }: FormPart<OrderDraft>) {
  const { t } = useFormats()
  const now = Date.now()
  return (
    <Card className="stack">
      <h2 className="head">{t('create.requirements')}</h2>
      <div className="pair pair-date">
        <InputField
          label={t('create.deadline')}
          error={errors.deadline}
          type="date"
          name="deadline"
          min={toDateInput(new Date(now))}
          max={toDateInput(new Date(now + limits.deadline.ms - day))}
          value={draft.deadline}
          onValue={(deadline) => onChange({ deadline })}
        />
        <ExperienceField value={draft.experience} onValue={(experience) => onChange({ experience })} />
      </div>
      <div className="pair">
        <PlaceField
          label={t('create.region')}
          value={draft.region}
          onValue={(region) => onChange({ region })}
        />
        <LanguageField value={draft.language} onValue={(language) => onChange({ language })} />
      </div>
      <JobTypeField
        label={t('create.format')}
        value={draft.format}
        onValue={(format) => onChange({ format })}
      />
    </Card>
  )
}
