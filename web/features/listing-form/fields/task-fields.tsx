import { limits } from '#contract/limits.ts'
import type { FormPart, SharedDraft } from '#web/features/listing-form/draft/form-kind.ts'
import { CategoryInput } from '#web/features/listings/fields/category-input.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/form-field.tsx'
import { SkillsInput } from './skills-input.tsx'

/** Fields for title, description, category and skills. */
export function TaskFields({ draft, errors, onChange, hint }: FormPart<SharedDraft> & { hint: string }) {
  const { t } = useFormats()
  return (
    <Card className="stack">
      <TextareaField
        label={t('create.name')}
        required
        error={errors.title}
        hint={hint}
        name="title"
        rows={1}
        minLength={limits.title.min}
        maxLength={limits.title.max}
        enterKeyHint="next"
        value={draft.title}
        onValue={(value) => onChange({ title: value.replace(/\n/g, ' ') })}
      />
      <TextareaField
        label={t('create.description')}
        required
        error={errors.description}
        name="description"
        rows={4}
        minLength={limits.description.min}
        maxLength={limits.description.max}
        value={draft.description}
        onValue={(description) => onChange({ description })}
      />
      <Field label={t('create.category')} required error={errors.category}>
        {(control) => (
          <CategoryInput
            {...control}
            name="category"
            value={draft.category}
            onChange={(category) => onChange({ category })}
          />
        )}
      </Field>
      <SkillsInput skills={draft.skills} onChange={(skills) => onChange({ skills })} />
    </Card>
  )
}
