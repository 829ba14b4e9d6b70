import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'
import { useValidationWords } from '#web/features/session/validation-words.ts'
import { showToast } from '#web/ui/overlays.ts'
import { useValidity } from '#web/ui/use-validity.ts'

type Sending = { isSending: boolean; isUnsaved: boolean; send: () => void }

/** The frame around a listing's fields: sends only what the browser finds valid, and once at a time. */
export function useListingForm({ isSending, isUnsaved, send }: Sending) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const validity = useValidity(useValidationWords())
  useUnsaved(isUnsaved)
  const submit = () => {
    if (isSending || !form.current) return
    if (validity.check(form.current)) send()
    else showToast({ text: t('validation.summary'), tone: 'bad' })
  }
  return {
    submit,
    errors: validity.errors,
    frame: { form, events: validity.form, disabled: isSending, onSubmit: submit },
  }
}
