import { type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'
import styles from './field.module.css'

export type ControlProps = {
  id: string
  required?: boolean
  'aria-invalid'?: true
  'aria-describedby'?: string
}

export type FieldProps = {
  label: string
  required?: boolean
  /** Hides the star of a required field, where the form makes it plain that the field is required. */
  unmarked?: true
  hint?: ReactNode
  error?: string
  counter?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** Label, control, and hint or error; the control gets the ids for accessibility. */
export function Field({ label, required, unmarked, hint, error, counter, children }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  const control: ControlProps = {
    id,
    required,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
  }
  return (
    <div className={cx(styles.field, error && styles.wrong)}>
      <div className={styles.top}>
        <label htmlFor={id}>
          {label}
          {required && !unmarked && (
            <b aria-hidden="true" className={styles.star}>
              {' *'}
            </b>
          )}
        </label>
        {counter}
      </div>
      {children(control)}
      {note && (
        <span id={`${id}-note`} className={styles.hint} role={error ? 'alert' : undefined}>
          {note}
        </span>
      )}
    </div>
  )
}

/** Labelled group of controls, such as chips or a pair of inputs. */
export function FieldGroup({
  label,
  hint,
  error,
  children,
}: Pick<FieldProps, 'label' | 'hint' | 'error'> & { children: ReactNode }) {
  const note = error ?? hint
  return (
    <fieldset className={cx(styles.field, error && styles.wrong)}>
      <legend className={styles.legend}>{label}</legend>
      {children}
      {note && (
        <span className={styles.hint} role={error ? 'alert' : undefined}>
          {note}
        </span>
      )}
    </fieldset>
  )
}
