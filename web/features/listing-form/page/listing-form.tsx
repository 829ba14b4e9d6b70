import type { FormEvent, ReactNode, RefObject } from 'react'

type ListingFormProps = {
  form: RefObject<HTMLFormElement | null>
  /** Event handlers of form validation. */
  events: { noValidate: boolean; onInput: (event: FormEvent<HTMLFormElement>) => void }
  disabled: boolean
  onSubmit: () => void
  children: ReactNode
}

/** The form element; its fields are disabled during sending. */
export function ListingForm({ form, events, disabled, onSubmit, children }: ListingFormProps) {
  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} {...events} onSubmit={submitForm}>
      <fieldset disabled={disabled} className="stack">
        {children}
      </fieldset>
    </form>
  )
}
