import type { FormEvent, ReactNode, RefObject } from 'react'

type ListingFormProps = {
  form: RefObject<HTMLFormElement | null>
  /** What watches the form's validity. */
  events: { noValidate: boolean; onInput: (event: FormEvent<HTMLFormElement>) => void }
  disabled: boolean
  onSubmit: () => void
  children: ReactNode
}

/** The frame of a listing's fields: nothing can be changed while they are sent. */
export function ListingForm({ form, events, disabled, onSubmit, children }: ListingFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} {...events} onSubmit={submit}>
      <fieldset disabled={disabled} className="stack">
        {children}
      </fieldset>
    </form>
  )
}
