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
  /** True to hide the star of a required field, where it is obvious that the field is required. */
  unmarked?: true
  hint?: ReactNode
  error?: string
  counter?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** Field of a form: a label, a control, and a hint or an error. The control gets the ids for accessibility. */
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
          {required && !unmarked && <RequiredStar />}
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

function RequiredStar() {
  return (
    <b aria-hidden="true" className={styles.star}>
      {'\u00a0*'}
    </b>
  )
}

/** Group of controls with a label, such as chips or a pair of inputs. */
export function FieldGroup({
  label,
  required,
  hint,
  error,
  children,
}: Pick<FieldProps, 'label' | 'required' | 'hint' | 'error'> & { children: ReactNode }) {
  const note = error ?? hint
  return (
    <fieldset className={cx(styles.field, error && styles.wrong)}>
      <legend className={styles.legend}>
        <span>
          {label}
          {required && <RequiredStar />}
        </span>
      </legend>
      {children}
      {note && (
        <span className={styles.hint} role={error ? 'alert' : undefined}>
          {note}
        </span>
      )}
    </fieldset>
  )
}
