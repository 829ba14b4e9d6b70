import { Star } from 'lucide-react'
import { cx } from './class-names.ts'
import styles from './stars.module.css'

const places = [1, 2, 3, 4, 5]

/** Fraction from which a star is filled: 4.5 shows four stars, 4.75 shows five. */
const nearlyFull = 0.25

/** Five stars, filled by the rating. `label` is the rating in words. */
export function Stars({ value, label, large }: { value: number; label: string; large?: boolean }) {
  return (
    <span className={cx(styles.stars, large && styles.large)} role="img" aria-label={label}>
      {places.map((place) => (
        <Star key={place} data-full={place <= value + nearlyFull || undefined} />
      ))}
    </span>
  )
}
