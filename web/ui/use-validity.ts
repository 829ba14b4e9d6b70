import { type FormEvent, useRef, useState } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type Flaw = 'required' | 'select' | 'short' | 'long' | 'number' | 'link' | 'past' | 'range' | 'custom'
/** Flaws that the browser cannot see; a control names one with `setCustomValidity`. */
const named = ['range', 'number', 'link'] as const

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
  if (!blank(control) && (validity.tooShort || (validity.valid && tooShort(control)))) return 'short'
  if (validity.valid && !blank(control)) return null
  if (control instanceof HTMLSelectElement) return 'select'
  if (validity.valueMissing || blank(control)) return 'required'
  if (validity.rangeUnderflow || validity.rangeOverflow) return 'past'
  if (validity.tooLong) return 'long'
  if (validity.typeMismatch || (validity.patternMismatch && control.inputMode === 'url')) return 'link'
  if (validity.patternMismatch || validity.badInput) return 'number'
  return named.find((flaw) => flaw === control.validationMessage) ?? 'custom'
}

/** The browser checks `minlength` only on text that a person has typed, not on a kept draft. */
function tooShort(control: Control): boolean {
  return (
    'minLength' in control &&
    control.minLength > 0 &&
    control.value !== '' &&
    control.value.trim().length < control.minLength
  )
}

/** Spaces alone pass the native check but say nothing. */
function blank(control: Control): boolean {
  return control.required && control.value.trim() === ''
}
