import { useRef } from 'react'
import { useTranslation } from '#web/client/use-translation.ts'
import { useUnsaved } from '#web/features/session/use-unsaved.ts'
import { useValidationWords } from '#web/features/session/validation-words.ts'
import { showToast } from '#web/ui/overlays.ts'
import { useValidity } from '#web/ui/use-validity.ts'

type Sending = {
  isSending: boolean
  isUnsaved: boolean
  /** The name of the words that say why it cannot be sent yet. */
  obstacle: string | null
  send: () => void
}

/** The frame around a listing's fields: sends only what the browser finds valid, and once at a time. */
export function useListingForm({ isSending, isUnsaved, obstacle, send }: Sending) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const validity = useValidity(useValidationWords())
  useUnsaved(isUnsaved)
  const submit = () => {
    if (isSending || !form.current) return
    const flaw = validity.check(form.current) ? obstacle : 'validation.summary'
    if (flaw) showToast({ text: t(flaw), tone: 'bad' })
    else send()
  }
  return {
    submit,
    errors: validity.errors,
    frame: { form, events: validity.form, disabled: isSending, onSubmit: submit },
  }
}
