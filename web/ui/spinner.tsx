import { cx } from './class-names.ts'
import styles from './spinner.module.css'

/** Spinner of a button that is busy. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      className={cx(styles.spinner, className)}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      aria-hidden="true"
      data-turning
    >
      <circle cx="12" cy="12" r="9" pathLength="100" strokeDasharray="70 30" />
    </svg>
  )
}
