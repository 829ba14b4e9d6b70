import { type FormEvent, useRef, useState } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type ValidityProblem =
  | 'required'
  | 'select'
  | 'short'
  | 'long'
  | 'number'
  | 'link'
  | 'past'
  | 'range'
  | 'custom'
/** Problems that the browser's validation cannot detect. Inputs report them with `setCustomValidity`. */
const customProblems = ['range', 'number', 'link'] as const

/**
 * Validates a form with the browser's validation and texts of our own. Errors appear on submit and are updated while
 * the user types. Only inputs with a `name` are validated. The first invalid input gets the focus.
 */
export function useValidity(words: (problem: ValidityProblem, control: Control) => string) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const isSubmitted = useRef(false)

  const collectErrors = (form: HTMLFormElement) => {
    const nextErrors: Record<string, string> = {}
    let first: Control | undefined
    for (const control of controlsOf(form)) {
      const problem = problemOf(control)
      if (!problem || nextErrors[control.name]) continue
      nextErrors[control.name] = words(problem, control)
      first ??= control
    }
    setErrors(nextErrors)
    return first
  }

  return {
    errors,
    form: {
      noValidate: true,
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const form = event.currentTarget
        // Errors are collected after React has rendered the new values, because the inputs then have set their custom
        // validity.
        if (isSubmitted.current) requestAnimationFrame(() => collectErrors(form))
      },
    },
    /** Returns true if all fields are valid. Otherwise it shows the errors and focuses the first invalid field. */
    check: (form: HTMLFormElement): boolean => {
      isSubmitted.current = true
      const first = collectErrors(form)
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

function problemOf(control: Control): ValidityProblem | null {
  const { validity } = control
  if (!isBlank(control) && (validity.tooShort || (validity.valid && isTooShort(control)))) return 'short'
  if (validity.valid && !isBlank(control)) return null
  if (control instanceof HTMLSelectElement) return 'select'
  if (validity.valueMissing || isBlank(control)) return 'required'
  if (validity.rangeUnderflow || validity.rangeOverflow) return 'past'
  if (validity.tooLong) return 'long'
  if (validity.typeMismatch || (validity.patternMismatch && control.inputMode === 'url')) return 'link'
  if (validity.patternMismatch || validity.badInput) return 'number'
  return customProblems.find((problem) => problem === control.validationMessage) ?? 'custom'
}

/** `minlength` is checked here too, because browsers check it only on typed text, not on a restored draft. */
function isTooShort(control: Control): boolean {
  return (
    'minLength' in control &&
    control.minLength > 0 &&
    control.value !== '' &&
    control.value.trim().length < control.minLength
  )
}

/** The browser's validation accepts a text of spaces. It counts as empty here. */
function isBlank(control: Control): boolean {
  return control.required && control.value.trim() === ''
}
