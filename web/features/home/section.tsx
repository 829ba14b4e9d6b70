import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './home-section.module.css'

/** Link to the full list of the section's items: its path and its text. */
export type SectionAll = { to: string; words: string }

type SectionProps = {
  title: string
  count?: number
  /** A line below the title. */
  note?: string
  all?: SectionAll
  children: ReactNode
}

/** A section of the home screen with its heading. */
export function Section({ title, count, note, all, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <div className="grow">
          <h2 className="head">
            {title} {count !== undefined && <span className={styles.count}>{count}</span>}
          </h2>
          {note && <p className="cap muted ellipsis">{note}</p>}
        </div>
        {all && (
          <Link to={all.to} className={styles.all}>
            {all.words}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
