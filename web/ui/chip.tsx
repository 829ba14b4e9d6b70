import { type LucideIcon, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './chip.module.css'
import { cx } from './class-names.ts'

type ChipProps = ComponentProps<'button'> & { pressed?: boolean; icon?: LucideIcon; tone?: 'add' }

/** A chip that can be switched on and off. */
export function Chip({ pressed, icon: Icon, tone, className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={cx(styles.chip, tone && styles[tone], className)}
    >
      {Icon && <Icon />}
      {children}
    </button>
  )
}

/** A selected value with a "remove" button. */
export function RemovableChip({
  children,
  removeLabel,
  onRemove,
}: {
  children: ReactNode
  removeLabel: string
  onRemove: () => void
}) {
  return (
    <button type="button" className={styles.chip} aria-label={removeLabel} onClick={onRemove}>
      {children}
      <X className="muted" />
    </button>
  )
}

/** Chips in one row that scrolls horizontally. A chip that is cut off shows that there are more. */
export function ChipScroller({ children, label }: { children: ReactNode; label?: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of toggles, not a form
    <div className={styles.scroller} role="group" aria-label={label}>
      {children}
    </div>
  )
}

/** Chips in several rows, for cards and sheets. */
export function Chips({ children, label }: { children: ReactNode; label?: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of toggles named by the field's label
    <div className={cx(styles.chips, styles.inside)} role="group" aria-label={label}>
      {children}
    </div>
  )
}
