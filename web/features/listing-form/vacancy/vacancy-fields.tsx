import { Plus } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { PaymentFormat } from '#contract/options.ts'
import type { FormFieldsProps, FormPart } from '#web/features/listing-form/draft/form-kind.ts'
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
import { AmountField } from '#web/features/listings/fields/amount-field.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { vacancyTexts } from '#web/features/listings/vacancy-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FieldGroup } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/form-field.tsx'
import { List, SwitchCell } from '#web/ui/list.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { filledTerms, type VacancyDraft } from './vacancy-draft.ts'

const paymentTexts = {
  monthly: 'vacancyForm.perMonth',
  hourly: 'create.perHour',
  fixed: 'create.perProject',
} as const
const payments = Object.keys(paymentTexts) as PaymentFormat[]

/** The fields of a vacancy that most authors need, and all others in a fold. */
export function VacancyFields({ files, ...part }: FormFieldsProps<VacancyDraft>) {
  const { t } = useFormats()
  const { draft, errors, onChange } = part
  return (
    <>
      <Card className="stack">
        <TaskFields {...part} hint={t('vacancyForm.nameHint')} />
        <FieldGroup label={t('vacancyForm.pay')}>
          <Segment
            label={t('vacancyForm.pay')}
            options={payments.map((value) => ({ value, label: t(paymentTexts[value]) }))}
            value={draft.payment}
            onChange={(payment) => onChange({ payment })}
          />
        </FieldGroup>
        <AmountField
          label={t('vacancyForm.rate')}
          name="rate"
          error={errors.rate}
          value={draft.rate}
          onValue={(rate) => onChange({ rate })}
          currency={draft.currency}
          onCurrency={(currency) => onChange({ currency })}
        />
        {hasFiles(files) && <FilesField files={files} />}
      </Card>
      <VacancyTerms {...part} />
    </>
  )
}

/** Terms that no vacancy needs. */
function VacancyTerms(part: FormPart<VacancyDraft>) {
  const { t } = useFormats()
  const { draft, errors, onChange } = part
  return (
    <MoreTerms
      filled={filledTerms(draft)}
      what="vacancyForm.more.what"
      hasQuestions={draft.questions.length > 0}
    >
      <Card className="stack">
        <SkillsInput skills={draft.skills} onChange={(skills) => onChange({ skills })} />
      </Card>
      <VacancyWorkFields {...part} />
      <VacancyTextFields {...part} />
      <QuestionsCard
        questions={draft.questions}
        errors={errors}
        onChange={(questions) => onChange({ questions })}
      />
      <List>
        <SwitchCell
          title={t('vacancyForm.keepsOpen')}
          note={t('vacancyForm.keepsOpenHint')}
          checked={draft.keepsOpen}
          onChange={(keepsOpen) => onChange({ keepsOpen })}
        />
      </List>
    </MoreTerms>
  )
}

function VacancyWorkFields({ draft, onChange }: FormPart<VacancyDraft>) {
  const { t } = useFormats()
  return (
    <>
      <Card className="stack">
        <h2 className="head">{t('vacancyForm.work')}</h2>
        <div className="pair">
          <JobTypeField
            label={t('vacancy.schedule')}
            value={draft.schedule}
            onValue={(schedule) => onChange({ schedule })}
          />
          <ExperienceField value={draft.experience} onValue={(experience) => onChange({ experience })} />
        </div>
        <div className="pair">
          <PlaceField
            label={t('vacancy.location')}
            value={draft.location}
            onValue={(location) => onChange({ location })}
          />
          <LanguageField value={draft.language} onValue={(language) => onChange({ language })} />
        </div>
      </Card>
      <RemoteAndUrgentSwitches draft={draft} onChange={onChange} urgent={t('vacancyForm.urgent')} />
    </>
  )
}

/** Number of text fields shown at first. The other text fields appear on request, or if they are filled. */
const shownAtFirst = 4

/** Optional long texts of a vacancy. */
function VacancyTextFields({ draft, errors, onChange }: FormPart<VacancyDraft>) {
  const { t } = useFormats()
  const [isExpanded, setExpanded] = useState(() =>
    vacancyTexts.slice(shownAtFirst).some(({ field }) => draft[field]),
  )
  const shownTexts = isExpanded ? vacancyTexts : vacancyTexts.slice(0, shownAtFirst)
  return (
    <Card className="stack">
      <h2 className="head">{t('vacancyForm.details')}</h2>
      {shownTexts.map(({ field, title }) => (
        <TextareaField
          key={field}
          label={t(title)}
          error={errors[field]}
          name={field}
          rows={2}
          maxLength={limits.vacancyText.max}
          value={draft[field]}
          onValue={(value) => onChange({ [field]: value })}
        />
      ))}
      {!isExpanded && (
        <Button variant="soft" wide icon={Plus} onClick={() => setExpanded(true)}>
          {t('vacancyForm.moreTexts')}
        </Button>
      )}
    </Card>
  )
}
