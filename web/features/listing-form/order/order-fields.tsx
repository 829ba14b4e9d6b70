import { limits } from '#contract/limits.ts'
import type { FormFieldsProps, FormPart } from '#web/features/listing-form/draft/form-kind.ts'
import { toDateInput } from '#web/features/listing-form/draft/listing-draft.ts'
import { FilesField, hasFiles } from '#web/features/listing-form/fields/files-field.tsx'
import { MoreTerms } from '#web/features/listing-form/fields/more-terms.tsx'
import { QuestionsCard } from '#web/features/listing-form/fields/questions-card.tsx'
import { SkillsInput } from '#web/features/listing-form/fields/skills-input.tsx'
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
import { DateField } from '#web/ui/form-field.tsx'
import { filledTerms, type OrderDraft } from './order-draft.ts'
import { OrderBudget, PaymentField } from './order-payment-fields.tsx'

const day = 24 * 60 * 60 * 1000

/** The fields of an order that most authors need, and all others in a fold. */
export function OrderFields({ files, ...part }: FormFieldsProps<OrderDraft>) {
  const { t, date } = useFormats()
  const { draft, errors, onChange } = part
  const now = Date.now()
  return (
    <>
      <Card className="stack">
        <TaskFields {...part} />
        <OrderBudget {...part} />
        <DateField
          label={t('create.deadline')}
          error={errors.deadline}
          shown={draft.deadline ? date(`${draft.deadline}T00:00`) : t('card.noDeadline')}
          name="deadline"
          min={toDateInput(new Date(now))}
          max={toDateInput(new Date(now + limits.deadline.ms - day))}
          value={draft.deadline}
          onValue={(deadline) => onChange({ deadline })}
        />
        {hasFiles(files) && <FilesField files={files} />}
      </Card>
      <OrderTerms {...part} />
    </>
  )
}

/** Terms that no order needs. */
function OrderTerms(part: FormPart<OrderDraft>) {
  const { t } = useFormats()
  const { draft, errors, onChange } = part
  return (
    <MoreTerms filled={filledTerms(draft)} what="create.more.what" hasQuestions={draft.questions.length > 0}>
      <Card className="stack">
        <SkillsInput skills={draft.skills} onChange={(skills) => onChange({ skills })} />
        <PaymentField {...part} />
        <div className="pair">
          <ExperienceField value={draft.experience} onValue={(experience) => onChange({ experience })} />
          <LanguageField value={draft.language} onValue={(language) => onChange({ language })} />
        </div>
        <div className="pair">
          <PlaceField
            label={t('create.region')}
            value={draft.region}
            onValue={(region) => onChange({ region })}
          />
          <JobTypeField
            label={t('create.format')}
            value={draft.format}
            onValue={(format) => onChange({ format })}
          />
        </div>
      </Card>
      <RemoteAndUrgentSwitches {...part} urgent={t('create.urgent')} />
      <QuestionsCard
        questions={draft.questions}
        errors={errors}
        onChange={(questions) => onChange({ questions })}
      />
    </MoreTerms>
  )
}
