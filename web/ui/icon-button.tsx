import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import dot from './count-dot.module.css'
import styles from './icon-button.module.css'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  icon: LucideIcon
  label: string
  look?: 'plain' | 'fill' | 'card'
  tone?: 'bad'
  filled?: boolean
  count?: number
}

/** Button that shows an icon. `label` is its accessible name and its tooltip. */
export function IconButton({
  icon: Icon,
  label,
  look = 'plain',
  tone,
  filled,
  count,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tip={label}
      className={cx(styles.button, styles[look], tone && styles[tone], className)}
    >
      <Icon className={filled ? 'filled' : undefined} />
      {count ? <span className={cx(dot.dot, styles.count)}>{count}</span> : null}
    </button>
  )
}
