import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { FormFieldsProps, FormPart } from '#web/features/listing-form/draft/form-kind.ts'
import { toDateInput } from '#web/features/listing-form/draft/listing-draft.ts'
import { FilesField, hasFiles } from '#web/features/listing-form/fields/files-field.tsx'
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
import { InputField } from '#web/ui/form-field.tsx'
import { Cell, List } from '#web/ui/list.tsx'
import { filledTerms, type OrderDraft } from './order-draft.ts'
import { OrderBudget, PaymentField } from './order-payment-fields.tsx'

const day = 24 * 60 * 60 * 1000

/** The fields of an order that most authors need, and all others in a fold. */
export function OrderFields({ files, ...part }: FormFieldsProps<OrderDraft>) {
  const { t } = useFormats()
  const { draft, errors, onChange } = part
  const now = Date.now()
  return (
    <>
      <Card className="stack">
        <TaskFields {...part} />
        <OrderBudget {...part} />
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
        {hasFiles(files) && <FilesField files={files} />}
      </Card>
      <MoreTerms {...part} />
    </>
  )
}

/** Fold with the terms that no order needs. It stays open while there are questions, because these can have errors. */
function MoreTerms(part: FormPart<OrderDraft>) {
  const { t } = useFormats()
  const { draft, errors, onChange } = part
  const [wasOpened, setOpened] = useState(false)
  const hasQuestions = draft.questions.length > 0
  const isOpen = wasOpened || hasQuestions
  const filled = filledTerms(draft).map((textKey) => t(textKey))
  const note = isOpen ? t('create.more.optional') : filled.join(', ') || t('create.more.what')
  return (
    <>
      {!hasQuestions && (
        <List>
          <Cell
            inPlace
            title={t('create.more')}
            note={note}
            expanded={isOpen}
            end={isOpen ? <ChevronUp /> : <ChevronDown />}
            onClick={() => setOpened(!isOpen)}
          />
        </List>
      )}
      {isOpen && (
        <>
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
        </>
      )}
    </>
  )
}
