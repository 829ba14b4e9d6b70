import { BadgeCheck, type LucideIcon, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { cx } from './class-names.ts'

export type BadgeTone = 'accent' | 'good' | 'warn' | 'bad' | 'boost'

/** A status: an icon and a word, never a colour alone. */
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

/** Each name once, however people wrote it. */
export function Tags({ items }: { items: string[] }) {
  const names = items.map((item) => item.toLowerCase())
  const shown = items.filter((_, at) => names.indexOf(names[at] ?? '') === at)
  return (
    <ul className={styles.tags}>
      {shown.map((item) => (
        <li key={item} className={styles.tag}>
          {item}
        </li>
      ))}
    </ul>
  )
}

/** The mark of a confirmed phone next to a name. */
export function Verified({ label }: { label: string }) {
  return <BadgeCheck className={styles.verified} role="img" aria-label={label} aria-hidden={false} />
}

/** The mark after words that may fill a line: it never goes to the next one alone. */
export function VerifiedAfter({ label }: { label: string }) {
  return (
    <span className={styles.after}>
      {'\u00a0'}
      <Verified label={label} />
    </span>
  )
}

/** ★ and the number. */
export function Rating({ value, label }: { value: string; label: string }) {
  return (
    <span className={styles.rating}>
      <Star />
      <span aria-hidden="true">{value}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
