import { Plus } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { FormPart } from '#web/features/listing-form/draft/form-kind.ts'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { vacancyTexts } from '#web/features/listings/vacancy-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import type { VacancyDraft } from './vacancy-draft.ts'

/** Number of texts shown at first; the others appear on request or if already filled. */
const shownAtFirst = 4

/** Optional long texts of a vacancy. */
export function VacancyTextFields({ draft, errors, onChange }: FormPart<VacancyDraft>) {
  const { t } = useFormats()
  const [isExpanded, setExpanded] = useState(() =>
    vacancyTexts.slice(shownAtFirst).some(({ field }) => draft[field]),
  )
  const shown = isExpanded ? vacancyTexts : vacancyTexts.slice(0, shownAtFirst)
  return (
    <Card style={{ gap: 14 }}>
      <h2 className="head">{t('vacancyForm.details')}</h2>
      {shown.map(({ field, title }) => (
        <Field key={field} label={t(title)} error={errors[field]}>
          {(control) => (
            <Textarea
              {...control}
              name={field}
              rows={2}
              maxLength={limits.vacancyText.max}
              value={draft[field]}
              onChange={(event) => onChange({ [field]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {!isExpanded && (
        <Button variant="soft" wide icon={Plus} onClick={() => setExpanded(true)}>
          {t('vacancyForm.moreTexts')}
        </Button>
      )}
    </Card>
  )
}
