import { Star } from 'lucide-react'
import { useId } from 'react'
import styles from './star-choice.module.css'

type StarChoiceProps = { value: number; label: (value: number) => string; onChange: (value: number) => void }

/** Rating of one to five stars, built from native radio buttons for keyboard support. */
export function StarChoice({ value, label, onChange }: StarChoiceProps) {
  const name = useId()
  return (
    <div className={styles.stars}>
      {[1, 2, 3, 4, 5].map((star) => (
        <label key={star} className={star <= value ? styles.lit : undefined}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            aria-label={label(star)}
            checked={star === value}
            onChange={() => onChange(star)}
          />
          <Star />
        </label>
      ))}
      {value > 0 && (
        <span className={styles.word} aria-hidden="true">
          {label(value)}
        </span>
      )}
    </div>
  )
}
