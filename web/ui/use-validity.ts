import { type FormEvent, useRef, useState } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type Flaw = 'required' | 'select' | 'short' | 'long' | 'number' | 'link' | 'custom'

/**
 * The browser's own validity check with our words beside the fields: errors appear on submit, then live.
 * A control takes part when it has a `name`; the first wrong one gets the focus.
 */
export function useValidity(words: (flaw: Flaw, control: Control) => string) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const submitted = useRef(false)

  const collect = (form: HTMLFormElement) => {
    const found: Record<string, string> = {}
    let first: Control | undefined
    for (const control of controlsOf(form)) {
      const flaw = flawOf(control)
      if (!flaw || found[control.name]) continue
      found[control.name] = words(flaw, control)
      first ??= control
    }
    setErrors(found)
    return first
  }

  return {
    errors,
    form: {
      noValidate: true,
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const form = event.currentTarget
        // after React has written the new values, so that custom validity is fresh
        if (submitted.current) requestAnimationFrame(() => collect(form))
      },
    },
    /** True when every field is right; otherwise shows what is wrong and goes to the first wrong field. */
    check: (form: HTMLFormElement): boolean => {
      submitted.current = true
      const first = collect(form)
      first?.focus()
      first?.scrollIntoView({ block: 'center' })
      return !first
    },
  }
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control => 'validity' in element && 'name' in element && element.name !== '',
  )
}

function flawOf(control: Control): Flaw | null {
  const { validity } = control
  if (validity.valid && !blank(control)) return null
  if (control instanceof HTMLSelectElement) return 'select'
  if (validity.valueMissing || blank(control)) return 'required'
  if (validity.tooShort) return 'short'
  if (validity.tooLong) return 'long'
  if (validity.typeMismatch) return 'link'
  if (validity.patternMismatch || validity.badInput) return control.inputMode === 'url' ? 'link' : 'number'
  return 'custom'
}

/** Spaces alone pass the native check but say nothing. */
function blank(control: Control): boolean {
  return control.required && control.value.trim() === ''
}
