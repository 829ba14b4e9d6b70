import { useId } from 'react'
import styles from './radios.module.css'

type RadiosProps<T extends string> = {
  label: string
  options: { value: T; label: string }[]
  /** The chosen value. `null` while nothing is chosen. */
  value: T | null
  onChange: (value: T) => void
}

/** Radio buttons whose choice takes effect only on submit. With `Options`, a choice takes effect at once. */
export function Radios<T extends string>({ label, options, value, onChange }: RadiosProps<T>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles.radios}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className={styles.circle}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
