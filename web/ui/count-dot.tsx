import { cx } from './class-names.ts'
import styles from './count-dot.module.css'

const maxShown = 99

/** Round badge with a number. */
export function CountBadge({
  count,
  label,
  className,
}: {
  count: number
  label: string
  className?: string
}) {
  return (
    <span className={cx(styles.dot, className)}>
      <span aria-hidden="true">{count > maxShown ? `${maxShown}+` : count}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
