import { useRef } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'
import { useValidationTexts } from '#web/features/session/validation-words.ts'
import { showToast } from '#web/ui/overlays.ts'
import { useValidity } from '#web/ui/use-validity.ts'

type ListingFormOptions = {
  isSending: boolean
  isUnsaved: boolean
  /** Translation key of the reason why the form cannot be sent yet. */
  obstacle: string | null
  send: () => void
}

/** Validates and sends a listing form. It prevents that a form is sent twice. */
export function useListingForm({ isSending, isUnsaved, obstacle, send }: ListingFormOptions) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const validity = useValidity(useValidationTexts())
  useUnsaved(isUnsaved)
  const submitForm = () => {
    if (isSending || !form.current) return
    const problem = validity.check(form.current) ? obstacle : 'validation.summary'
    if (problem) showToast({ text: t(problem), tone: 'bad' })
    else send()
  }
  return {
    submit: submitForm,
    errors: validity.errors,
    formProps: { form, events: validity.form, disabled: isSending, onSubmit: submitForm },
  }
}
