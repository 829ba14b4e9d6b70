import type { KeyboardEvent } from 'react'
import { limits } from '#contract/limits.ts'
import type { FormPart, SharedDraft } from '#web/features/listing-form/draft/form-kind.ts'
import { CategoryInput } from '#web/features/listings/fields/category-input.tsx'
import { useFormats } from '#web/features/listings/formats/use-formats.ts'
import { Field } from '#web/ui/field.tsx'
import { TextareaField } from '#web/ui/form-field.tsx'

/** Title, description and category. */
export function TaskFields({ draft, errors, onChange, hint }: FormPart<SharedDraft> & { hint?: string }) {
  const { t } = useFormats()
  return (
    <>
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
        onKeyDown={focusDescription}
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
    </>
  )
}

/** A title has one line, so the key that is named «next» on a telephone leads to the description. */
function focusDescription(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const description = event.currentTarget.form?.elements.namedItem('description')
  if (description instanceof HTMLElement) description.focus()
}
