import { Plus } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { paymentFormats } from '#contract/options.ts'
import type { FormPart } from '#web/features/listing-form/draft/form-kind.ts'
import { QuestionsCard } from '#web/features/listing-form/fields/questions-card.tsx'
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
import { TextareaField } from '#web/ui/form-field.tsx'
import { List, SwitchCell } from '#web/ui/list.tsx'
import { Segment } from '#web/ui/segment.tsx'
import type { VacancyDraft } from './vacancy-draft.ts'

const paymentTexts = { fixed: 'vacancyForm.perMonth', hourly: 'create.perHour' } as const

/** All fields of the form for a vacancy. */
export function VacancyFields(part: FormPart<VacancyDraft>) {
  const { t } = useFormats()
  const { draft, errors, onChange } = part
  return (
    <>
      <TaskFields {...part} hint={t('vacancyForm.nameHint')} />
      <Card className="stack">
        <h2 className="head">{t('vacancyForm.pay')}</h2>
        <Segment
          label={t('vacancyForm.pay')}
          options={paymentFormats.map((value) => ({ value, label: t(paymentTexts[value]) }))}
          value={draft.payment}
          onChange={(payment) => onChange({ payment })}
        />
        <AmountField
          label={t('vacancyForm.rate')}
          name="rate"
          error={errors.rate}
          value={draft.rate}
          onValue={(rate) => onChange({ rate })}
          currency={draft.currency}
          onCurrency={(currency) => onChange({ currency })}
        />
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
    </>
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
