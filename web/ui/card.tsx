import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './card.module.css'
import { cx } from './class-names.ts'

/** A card without a shadow. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={cx(styles.card, className)} />
}

/** A card that is one link. Controls inside the card are layered above the link. */
export function LinkCard({ className, ...rest }: ComponentProps<'article'>) {
  return <article {...rest} className={cx(styles.card, styles.tap, className)} />
}

/** Title of a card. It contains the link of the whole card. */
export function CardTitle({
  to,
  children,
  as: Tag = 'h2',
}: {
  to?: string
  children: ReactNode
  as?: 'h2' | 'h3'
}) {
  return (
    <Tag className={cx(styles.title, 'clamp-2')}>
      {to ? (
        <Link to={to} className={styles.link}>
          {children}
        </Link>
      ) : (
        children
      )}
    </Tag>
  )
}

/** Props of a price. The unit («за проект») is printed small. */
type PriceProps = { children: ReactNode; unit?: string; about?: string | null; large?: boolean }

/** A price with its unit. `about` is the approximate amount in the user's currency. */
export function Price({ children, unit, about, large }: PriceProps) {
  return (
    <p className={cx(styles.price, large && styles.large)}>
      {children} {unit && <small>{unit}</small>} {about && <small>{about}</small>}
    </p>
  )
}

/** Line with the kind, category and age of a listing, separated by dots. */
export function MetaLine({ children, flush }: { children: ReactNode; flush?: boolean }) {
  return <div className={cx(styles.meta, flush && styles.flush)}>{children}</div>
}

/** Corner of a card for a control, layered above the card's link. */
export function CardCorner({ children }: { children: ReactNode }) {
  return <div className={styles.corner}>{children}</div>
}

/** A row of buttons on a card, layered above the card's link. */
export function CardActions({ children }: { children: ReactNode }) {
  return <div className={cx('row', styles.actions)}>{children}</div>
}
