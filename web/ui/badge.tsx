import { BadgeCheck, type LucideIcon, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { cx } from './class-names.ts'

export type BadgeTone = 'accent' | 'good' | 'warn' | 'bad' | 'boost'

/** A status as icon and text, because a colour alone is not accessible. */
export function Badge({
  tone,
  icon: Icon,
  onPage,
  children,
}: {
  tone?: BadgeTone
  onPage?: boolean
  icon?: LucideIcon
  children: ReactNode
}) {
  return (
    <span className={cx(styles.badge, tone && styles[tone], onPage && !tone && styles.onPage)}>
      {Icon && <Icon />}
      {children}
    </span>
  )
}

/**
 * List of tags. Tags that differ only in case are shown once. `hiddenCount` is the number of tags that are left out; it
 * stands on the line of the last tag.
 */
export function Tags({ items, hiddenCount = 0 }: { items: string[]; hiddenCount?: number }) {
  const names = items.map((item) => item.toLowerCase())
  const unique = items.filter((_, at) => names.indexOf(names[at] ?? '') === at)
  return (
    <ul className={styles.tags}>
      {unique.map((item, index) => (
        <li key={item} className={styles.item}>
          <span className={styles.tag}>{item}</span>
          {hiddenCount > 0 && index === unique.length - 1 && (
            <span className={styles.tag}>+{hiddenCount}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Icon of a confirmed phone, shown beside a name. */
export function Verified({ label }: { label: string }) {
  return <BadgeCheck className={styles.verified} role="img" aria-label={label} aria-hidden={false} />
}

/**
 * Icon of a confirmed phone after a text of several lines. A no-break space keeps the icon on the line of the last
 * word.
 */
export function VerifiedAfter({ label }: { label: string }) {
  return (
    <span className={styles.after}>
      {'\u00a0'}
      <Verified label={label} />
    </span>
  )
}

/** Shows a rating as a star and a number. */
export function Rating({ value, label }: { value: string; label: string }) {
  return (
    <span className={styles.rating}>
      <Star />
      <span aria-hidden="true">{value}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
