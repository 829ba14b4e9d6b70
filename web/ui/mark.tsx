import type { LucideIcon } from 'lucide-react'
import { cx } from './class-names.ts'
import styles from './mark.module.css'

/** The logo: a ring with a gap, and a dot that fits into the gap, for an order and its executor. */
export function Logo({ size, className, turning }: { size?: number; className?: string; turning?: boolean }) {
  return (
    <svg
      className={cx(styles.mark, className)}
      viewBox="0 0 48 48"
      width={size}
      height={size}
      aria-hidden="true"
      data-turning={turning || undefined}
    >
      <circle cx="24" cy="24" r="17" pathLength="100" strokeDasharray="80 20" transform="rotate(-9 24 24)" />
      <circle cx="36" cy="12" r={className === styles.around ? 3.4 : 4.8} />
    </svg>
  )
}

export type Tone = 'accent' | 'good' | 'warn' | 'bad' | 'boost'

/** The logo's ring around an icon, for empty states (112 px) and dialogs (84 px). */
export function IconRing({
  icon: Icon,
  tone = 'accent',
  small,
}: {
  icon: LucideIcon
  tone?: Tone
  small?: boolean
}) {
  return (
    <div className={cx(styles.orbit, small && styles.small, styles[tone])} aria-hidden="true">
      <Logo className={styles.around} />
      <Icon />
    </div>
  )
}
