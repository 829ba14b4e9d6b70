import { Check } from 'lucide-react'
import styles from './options.module.css'

type OptionsProps<T extends string> = {
  label: string
  options: { value: T; label: string }[]
  value: T | null
  onChoose: (value: T) => void
}

/** Choice of one option, each in a row of its own. The selected row has a check mark. */
export function Options<T extends string>({ label, options, value, onChoose }: OptionsProps<T>) {
  return (
    <div className={styles.options} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a click chooses at once, as in a menu
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
          {option.value === value && <Check className="accent" />}
        </button>
      ))}
    </div>
  )
}
