import type { FormEvent, ReactNode, RefObject } from 'react'

type ListingFormProps = {
  form: RefObject<HTMLFormElement | null>
  /** Attributes of the form element for its validation. */
  events: { noValidate: boolean; onInput: (event: FormEvent<HTMLFormElement>) => void }
  disabled: boolean
  onSubmit: () => void
  children: ReactNode
}

/** The form element of a listing form. Its fields are disabled while it is being sent. */
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
